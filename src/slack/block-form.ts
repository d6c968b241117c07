import type { Logger } from 'pino';
import type { Block } from '../blocks/blocks.ts';
import type { BlockForm } from '../blocks/forms.ts';
import { type SlackClient, slackApiError } from './client.ts';

/**
 * Chooses the block form for all answers. Slack does not report invalid blocks in an ack, so this
 * has Slack validate a sample first, and chooses the classic form if that fails in any way. Never
 * rejects.
 * @param sample a block that only the current form has
 */
export async function chooseBlockForm(
  client: SlackClient,
  sample: Block,
  logger: Logger,
): Promise<BlockForm> {
  try {
    await client.retrying().blocks.validate({ message: { blocks: [sample] } });
    logger.info({ blocks: 'current' }, 'blocks have the current form');
    return 'current';
  } catch (error) {
    const { code, mistakes } = slackApiError(error).details;
    logger.warn(
      { blocks: 'classic', code, mistakes },
      'Slack refused a sample: blocks have the classic form',
    );

    return 'classic';
  }
}
