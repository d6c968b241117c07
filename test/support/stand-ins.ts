import { createSlackStandIn, type ShownMessage, type SlackStandInOptions } from 'slack-sandbox';
import {
  createSampleTransferService,
  type SampleTransferService,
} from 'slack-sandbox/transfer-service';
import { botSettings } from '../run-sandbox/bot-settings.ts';
import { type RunningBot, startBot } from '../run-sandbox/start-bot.ts';
import { patienceMs } from './wait-for.ts';

export type StandIns = Awaited<ReturnType<typeof createStandIns>>;

/** What was asked of the service, but for the bank list, which a start loads. */
export const lookUpsOf = ({ requests }: SampleTransferService) =>
  requests.filter(({ url }) => !url?.endsWith('/banks'));

/**
 * What stands on both sides of a process, until the end of a test or of another run; what runs
 * between them then is killed.
 */
export async function createStandIns(
  { onTestFinished }: { onTestFinished(end: () => Promise<void>): void },
  options?: SlackStandInOptions,
) {
  // A process on a busy machine is no slow bot: tests without processes hold it to Slack's time.
  const slack = await createSlackStandIn({ ackMs: patienceMs, ...options });
  const service = await createSampleTransferService({ slowMs: 2_500, changesAfterMs: 3_000 });
  const bots: RunningBot[] = [];
  onTestFinished(async () => {
    for (const bot of bots) bot.process.kill('SIGKILL');
    await Promise.all(bots.map(({ ended }) => ended));
    await slack.close();
    await service.close();
  });
  const answers = () => slack.messages.filter(({ author }) => author === 'bot');
  return {
    slack,
    service,
    /** The bot's messages so far, oldest first. */
    answers,
    /**
     * What was answered to each of the questions with these references, but for lines that say to
     * wait.
     */
    answersTo(references: readonly string[]) {
      const holds = (message: ShownMessage, reference: string) =>
        JSON.stringify(message.blocks).includes(reference);
      const final = finalOf(answers());
      return references.map((each) =>
        final.filter((message) => holds(message, each)).map(({ text }) => text),
      );
    },
    /**
     * A process as production starts it, told by its environment alone; deliveries go to the one
     * that started last.
     * @throws BotStartError
     */
    async start(mode: 'http' | 'socket' = 'http', env: Record<string, string> = {}) {
      const bot = await startBot({ ...botSettings(slack, service, mode), ...env }, 'bundle');
      bots.push(bot);
      if (mode === 'http') slack.deliverTo(bot.requestUrl);
      return bot;
    },
  };
}

/** Without the lines that say to wait, which a busy machine may make more of. */
export function finalOf<T extends { text: string }>(messages: readonly T[]): T[] {
  return messages.filter(({ text }) => !text.startsWith('Still waiting'));
}
