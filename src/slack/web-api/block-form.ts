import type { Logger } from 'pino';
import { errorCode, SlackApiError } from '../../errors.ts';
import type { BlockForm } from '../../views/block-form.ts';
import type { Block } from '../../views/blocks.ts';
import type { SlackClient } from './client.ts';

export interface BlockFormOptions {
  client: SlackClient;
  /** A message of each kind that only the current form has. */
  samples: Readonly<Record<string, readonly Block[]>>;
  /** Whether the operator wants the classic form. */
  isClassic: boolean;
  logger: Logger;
}

export interface BlockFormChoice {
  /** The classic form, until Slack has said that it takes the current one. */
  current(): BlockForm;
  /** Asks Slack. Resolves once it has answered, or after the time-out of a call; never rejects. */
  choose(): Promise<void>;
}

/**
 * Chooses the form of all answers. An answer in an ack gets no word back when Slack dislikes it, so Slack judges a
 * sample of each kind beforehand, and anything but a yes means the classic form.
 */
export function createBlockForm({ client, samples, isClassic, logger }: BlockFormOptions): BlockFormChoice {
  let form: BlockForm = 'classic';

  /** What Slack has against a sample; `undefined` for nothing. */
  const objection = (sample: string, blocks: readonly Block[]) =>
    client.blocks.validate({ message: { blocks: [...blocks] } }).then(
      () => undefined,
      (error: unknown) => ({
        sample,
        code: errorCode(error),
        ...(error instanceof SlackApiError && { mistakes: error.details.mistakes }),
      }),
    );

  return {
    current: () => form,
    async choose() {
      if (isClassic) return logger.info({ blocks: form }, 'answers have the classic form, as configured');
      const answers = await Promise.all(Object.entries(samples).map((sample) => objection(...sample)));
      const [refused] = answers.filter((answer) => answer !== undefined);
      if (refused)
        return logger.warn(
          { blocks: form, ...refused },
          'answers have the classic form: Slack did not say that it takes this sample of the current one',
        );
      form = 'current';
      logger.info({ blocks: form }, 'answers have the current form: Slack takes its samples');
    },
  };
}
