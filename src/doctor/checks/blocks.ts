import { SlackApiError } from '../../errors.ts';
import { blockSamples } from '../../views/block-samples.ts';
import { type Check, note, ok } from '../check.ts';
import { explainSlack, notAsked } from '../explain-slack.ts';

/** Which form of blocks Slack takes, by the samples that the bot tries at its start. */
export const blocks: Check = {
  name: 'blocks',
  needs: ['SLACK_BOT_TOKEN', 'SLACK_API_URL', 'SLACK_PROXY_URL', 'BLOCKS'],
  isAsked: ({ inspected }) => inspected.config.blocks !== 'classic',
  async run({ slack }) {
    const identity = await slack.identity().catch(() => undefined);
    if (!identity) return [notAsked()];
    for (const [kind, sample] of Object.entries(blockSamples())) {
      try {
        await slack.client.blocks.validate({ message: { blocks: [...sample] } });
      } catch (error) {
        if (!(error instanceof SlackApiError) || !error.details.code.startsWith('invalid_'))
          return [explainSlack(error, 'to judge blocks')];
        const why = (error.details.mistakes ?? [error.details.code]).join(', ');
        return [note(`Slack does not take a ${kind}: ${why}. The bot answers in the classic form of blocks.`)];
      }
    }
    return [ok('Slack takes the current form of blocks.')];
  },
};
