import { type Check, note, ok, problem } from '../check.ts';
import { notAsked } from '../explain-slack.ts';
import { scopes } from '../scopes.ts';

/** The scopes that the token has, against those that the manifest asks for. */
export const grantedScopes: Check = {
  name: 'scopes',
  needs: ['SLACK_BOT_TOKEN', 'SLACK_API_URL', 'SLACK_PROXY_URL'],
  async run({ slack }) {
    const identity = await slack.identity().catch(() => undefined);
    if (!identity) return [notAsked()];
    const { scopes: granted } = identity;
    if (!granted) return [note('Slack did not say which scopes the token has.')];
    const missing = Object.entries(scopes).filter(([scope]) => !granted.includes(scope));
    const beyond = granted.filter((scope) => !(scope in scopes));
    return [
      ...missing.map(([scope, without]) =>
        problem(
          `The scope ${scope} is missing: ${without}.`,
          'Add it under OAuth & Permissions → Bot Token Scopes, and install the app again.',
        ),
      ),
      ...(missing.length === 0 ? [ok(`All ${Object.keys(scopes).length} scopes of the manifest are granted.`)] : []),
      ...(beyond.length > 0
        ? [note(`Granted, and used for nothing: ${beyond.join(', ')}.`, 'Remove what nobody added on purpose.')]
        : []),
    ];
  },
};
