import type { Check } from '../check.ts';
import { note, ok, problem } from '../check.ts';
import { explainSlack, notAsked } from '../explain-slack.ts';

/** The user groups of `ALLOWED_USER_GROUPS`. */
export const allowedGroups: Check = {
  name: 'user groups',
  needs: ['ALLOWED_USER_GROUPS', 'SLACK_BOT_TOKEN', 'SLACK_API_URL', 'SLACK_PROXY_URL'],
  isAsked: ({ inspected: { config, wrong } }) =>
    config.access.userGroups.length > 0 || wrong.has('ALLOWED_USER_GROUPS'),
  async run({ slack, inspected: { config } }) {
    const ids = [...new Set(config.access.userGroups)];
    if (!(await slack.identity().catch(() => undefined))) return [notAsked()];
    try {
      const { usergroups = [] } = await slack.client.usergroups.list({ include_disabled: true });
      return ids.map((id) => {
        const group = usergroups.find((each) => each.id === id);
        if (!group) return problem(`${id} of ALLOWED_USER_GROUPS is no user group here.`, 'Check the id.');
        const what = `${id} is @${group.handle ?? group.name ?? 'without a name'}`;
        const isDisabled = group.date_delete !== undefined && group.date_delete > 0;
        if (isDisabled) return note(`${what}, which is disabled and has no members.`, 'Enable it, or take it out.');
        return ok(`${what}.`);
      });
    } catch (error) {
      return [explainSlack(error, 'to list the user groups')];
    }
  },
};
