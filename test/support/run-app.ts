import { type Bot, createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { createMetrics, type Metrics } from '../../src/ops/metrics.ts';
import { createServices, type Services } from '../../src/services.ts';
import { createSlackStandIn } from '../sandbox/slack/slack-stand-in.ts';
import type { ShownMessage, SlackStandIn } from '../sandbox/slack/types.ts';
import { type LogLines, logLines } from './log-lines.ts';

export interface RunningApp {
  slack: SlackStandIn;
  bot: Bot;
  services: Services;
  log: LogLines;
  metrics: Metrics;
  /** The bot's messages so far, oldest first. */
  answers(): ShownMessage[];
  stop(): Promise<void>;
}

export interface RunAppOptions {
  mode?: 'http' | 'socket';
  transferApi: { baseUrl: string; token?: string };
  env?: Record<string, string>;
}

/** The real app in this process, wired as `main.ts` does, answering a stand-in for Slack over real sockets. */
export async function runApp({ mode = 'http', transferApi, env = {} }: RunAppOptions): Promise<RunningApp> {
  const slack = await createSlackStandIn();
  const config = loadConfig({
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_API_URL: slack.apiUrl,
    ...(mode === 'http' ? { SLACK_SIGNING_SECRET: slack.signingSecret } : { SLACK_APP_TOKEN: slack.appToken }),
    TRANSFER_API_BASE_URL: transferApi.baseUrl,
    TRANSFER_API_TOKEN: transferApi.token ?? 'open-sesame',
    PORT: '0',
    ...env,
  });
  const log = logLines();
  const metrics = createMetrics();
  const services = createServices(config, log.logger, metrics);
  const bot = createApp(config, services, log.logger, metrics);
  await bot.app.init();
  await bot.connection.start();
  if (mode === 'http') slack.deliverTo(`http://127.0.0.1:${bot.connection.port()}/slack/events`);
  return {
    slack,
    bot,
    services,
    log,
    metrics,
    answers: () => slack.messages.filter(({ author }) => author === 'bot'),
    async stop() {
      const stopped = bot.connection.stopReceiving();
      bot.connection.close();
      await stopped;
      await slack.close();
    },
  };
}
