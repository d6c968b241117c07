import type { ShownMessage, SlackStandIn } from 'slack-sandbox';
import { createSlackStandIn } from 'slack-sandbox';
import { botSettings } from '../run-sandbox/bot-settings.ts';
import { type RunningBot, startBot } from '../run-sandbox/start-bot.ts';
import { anyTransaction } from './any-transaction.ts';
import { finalOf } from './final-of.ts';
import { startServer, type TestServer } from './http-server.ts';

export interface RunningBots {
  slack: SlackStandIn;
  service: TestServer;
  bots: readonly RunningBot[];
  /** Everything a bot has said so far, but for lines that say to wait. */
  answers(): ShownMessage[];
  /** What became of the questions with these references: for each, what was answered. */
  answersTo(references: readonly string[]): string[][];
  close(): Promise<void>;
}

export interface RunningBotsOptions {
  mode: 'http' | 'socket';
  count?: number;
  /** One that knows every reference and is quick, by default; it is closed with the bots. */
  service?: TestServer;
  env?: Record<string, string>;
}

/** Real processes on one Slack app, before one transfer service. */
export async function startBots({
  mode,
  count = 1,
  env: more = {},
  ...options
}: RunningBotsOptions): Promise<RunningBots> {
  const slack = await createSlackStandIn();
  const service = options.service ?? (await startServer(anyTransaction(5)));
  const env = { ...botSettings(slack, { baseUrl: service.url, token: 'open-sesame' }, mode), ...more };
  const bots = await Promise.all(Array.from({ length: count }, () => startBot(env, 'bundle')));
  const close = async () => {
    for (const bot of bots) bot.process.kill('SIGKILL');
    await Promise.all(bots.map(({ ended }) => ended));
    await slack.close();
    await service.close();
  };
  if (mode === 'http' && bots[0]) slack.deliverTo(bots[0].requestUrl);
  const answers = () => finalOf(slack.messages.filter(({ author }) => author === 'bot'));
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
    close,
  };
}
