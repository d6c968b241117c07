import { botSettings } from '../sandbox/bot-settings.ts';
import { createSlackStandIn } from '../sandbox/slack/slack-stand-in.ts';
import type { ShownMessage, SlackStandIn } from '../sandbox/slack/types.ts';
import { type RunningBot, startBot } from '../sandbox/start-bot.ts';
import { anyTransaction } from './any-transaction.ts';
import { startServer, type TestServer } from './http-server.ts';

export interface RunningBots {
  slack: SlackStandIn;
  service: TestServer;
  bots: readonly RunningBot[];
  /** Everything a bot has said so far. */
  answers(): ShownMessage[];
  /** What became of the questions with these references: for each, what was answered. */
  answersTo(references: readonly string[]): string[][];
  close(): Promise<void>;
}

export interface RunningBotsOptions {
  mode: 'http' | 'socket';
  count?: number;
  delayMs?: () => number;
}

/** Real processes on one Slack app, before a transfer service that knows every reference. */
export async function startBots({ mode, count = 1, delayMs = () => 5 }: RunningBotsOptions): Promise<RunningBots> {
  const slack = await createSlackStandIn();
  const service = await startServer(anyTransaction(delayMs));
  const env = botSettings(slack, { baseUrl: service.url, token: 'open-sesame' }, mode);
  const bots = await Promise.all(Array.from({ length: count }, () => startBot(env, 'bundle')));
  if (mode === 'http' && bots[0]) slack.deliverTo(bots[0].requestUrl);
  const answers = () => slack.messages.filter(({ author }) => author === 'bot');
  return {
    slack,
    service,
    bots,
    answers,
    answersTo: (references) =>
      references.map((reference) =>
        answers()
          .filter((message) => JSON.stringify(message.blocks).includes(reference))
          .map(({ text }) => text),
      ),
    async close() {
      for (const bot of bots) bot.process.kill('SIGKILL');
      await Promise.all(bots.map(({ ended }) => ended));
      await slack.close();
      await service.close();
    },
  };
}
