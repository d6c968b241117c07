import type { Logger } from 'pino';
import type { Block } from '../blocks/blocks.ts';
import type { BlockForm } from '../blocks/forms.ts';
import { type SlackClient, slackApiError } from './client.ts';

interface BlockFormOptions {
  client: SlackClient;
  /** Makes a message of each kind that only the current form has. */
  samples: () => Readonly<Record<string, readonly Block[]>>;
  /** Whether the operator wants the classic form. */
  isClassic: boolean;
  logger: Logger;
}

/**
 * Chooses the form of all answers. An answer in an ack gets no word back when Slack dislikes it, so Slack judges a
 * sample of each kind beforehand, and anything but a yes means the classic form. A Slack that was asked too
 * often is asked again.
 */
export function createBlockForm({ client, samples, isClassic, logger }: BlockFormOptions) {
  let form: BlockForm = 'classic';
  let isStopped = false;
  let later: NodeJS.Timeout | undefined;

  /** What Slack has against a sample; `undefined` for nothing. */
  const objection = (sample: string, blocks: readonly Block[]) =>
    client.blocks.validate({ message: { blocks: [...blocks] } }).then(
      () => undefined,
      (error: unknown) => {
        const { code, mistakes, retryAfterMs } = slackApiError(error).details;
        return { sample, code, mistakes, retryAfterMs };
      },
    );

  /**
   * Asks Slack. Resolves once it has answered, or after the time-out of a call; never rejects. Where Slack was asked too
   * often, it is asked again when it allows that.
   */
  const choose = async (): Promise<void> => {
    if (isClassic) return logger.info({ blocks: form }, 'answers have the classic form, as configured');
    const answers = await Promise.all(Object.entries(samples()).map((sample) => objection(...sample)));
    const objections = answers.filter((answer) => answer !== undefined);
    const refused = objections.find(({ retryAfterMs }) => retryAfterMs === undefined);
    if (refused)
      return logger.warn(
        { blocks: form, ...refused },
        'answers have the classic form: Slack did not say that it takes this sample of the current one',
      );
    if (objections.length > 0) return askLater(Math.max(...objections.map(({ retryAfterMs = 0 }) => retryAfterMs)));
    form = 'current';
    logger.info({ blocks: form }, 'answers have the current form: Slack takes its samples');
  };

  const askLater = (retryAfterMs: number) => {
    if (isStopped) return;
    logger.warn({ blocks: form, retryAfterMs }, 'answers have the classic form until Slack judges blocks again');
    later = setTimeout(() => void choose(), retryAfterMs).unref();
  };

  return {
    /** The classic form, until Slack has said that it takes the current one. */
    current: () => form,
    choose,
    /** Slack is not asked again. */
    stop(): void {
      isStopped = true;
      clearTimeout(later);
    },
  };
}
