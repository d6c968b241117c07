import assert from 'node:assert/strict';
import { createSlackStandIn, type SlackStandIn } from 'slack-sandbox';
import { createApp } from '../../src/app.ts';
import { startAll, stopAll } from '../../src/async.ts';
import type { Audit, AuditEntry } from '../../src/ops/audit.ts';
import { createEvents } from '../../src/ops/events.ts';
import { createMetrics } from '../../src/ops/metrics.ts';
import type { Lead } from '../../src/store/state.ts';
import { createStores } from '../../src/stores.ts';
import { transactionRecord } from '../fixtures/transaction.ts';
import { botSettings } from '../run-sandbox/bot-settings.ts';
import { loadConfig } from './load-config.ts';
import { logLines } from './log-lines.ts';

export type RunningApp = Awaited<ReturnType<typeof runApp>>;

export interface RunAppOptions {
  mode?: 'http' | 'socket';
  transferApi: { baseUrl: string; token?: string };
  env?: Record<string, string>;
  /** One that is there already and stays; deliveries go to the latest app. */
  slack?: SlackStandIn;
  /** Called before the line is kept; may reject, as a full disk does. */
  audit?: Audit;
  /** In place of always leading, as one process without Redis does. */
  lead?: Lead;
}

/**
 * The real app in this process, wired as `main.ts` does, answering a stand-in for Slack over real
 * sockets.
 */
export async function runApp(options: RunAppOptions) {
  const { mode = 'http', env = {} } = options;
  const { token = 'open-sesame', baseUrl } = options.transferApi;
  const slack = options.slack ?? (await createSlackStandIn());
  const config = loadConfig({
    ...botSettings(slack, { token, baseUrl }, mode),
    PORT: '0',
    ...env,
  });
  const log = logLines();
  const audit: AuditEntry[] = [];
  const events = createEvents();
  const metrics = createMetrics(events);
  // Without a folder of the test's, nobody starts it, and nothing is written.
  const stores = createStores(config, log.logger);
  const before = config.state.isNamed ? stores.parts : [];
  const bot = createApp(config, {
    stores: { ...stores, lead: options.lead ?? stores.lead, parts: before },
    logger: log.logger,
    events,
    metrics,
    async audit(entry) {
      await options.audit?.(entry);
      audit.push(entry);
    },
  });
  await bot.people.ownTeamId();
  await bot.chooseBlocks(); // a process does not wait for it; a test must know how its answers look
  log.lines.length = 0; // and what the log says of it is for its own test
  await startAll(before);
  await bot.connection.start();
  await startAll(bot.background);
  const requestUrl = `http://127.0.0.1:${bot.connection.port()}/slack/events`;
  if (mode === 'http') slack.deliverTo(requestUrl);
  const answers = () => slack.messages.filter(({ author }) => author === 'bot');
  return {
    slack,
    /** HTTP mode: where Slack's requests go. */
    requestUrl,
    bot,
    services: bot.services,
    stores,
    audit,
    log,
    events,
    metrics,
    /** The bot's messages so far, oldest first. */
    answers,
    /**
     * Waits until all that comes of it is done. @returns the bot's latest message @throws Error
     * when there is none
     */
    async answered(act: Promise<unknown>) {
      await act;
      await bot.inFlight.settled();
      const message = answers().at(-1);
      if (!message) throw new Error('no answer');
      return message;
    },
    /**
     * @throws what breached a rule of Slack's and was not forgotten, and what leaked into the log,
     * metrics or answers
     */
    async stop() {
      bot.inFlight.stop();
      await stopAll(bot.background);
      const stopped = bot.connection.stop();
      bot.connection.close();
      await stopped;
      await stopAll([bot.lastNotification]);
      await stopAll(before);
      if (!options.slack) await slack.close();
      const secrets = [
        slack.botToken,
        slack.appToken,
        slack.signingSecret,
        token,
        ...slack.handedOut,
      ];
      const shown = JSON.stringify([audit, slack.messages, slack.views, slack.files]);
      const forAll = slack.messages.filter(
        ({ author, visibleTo, channelId }) =>
          author === 'bot' && visibleTo === undefined && channelId.startsWith('C'),
      );
      const wrong = {
        breaches: slack.breaches,
        inLog: leaksIn(log.lines.join(''), secrets),
        inMetrics: leaksIn(await metrics.text(), secrets),
        inAuditAndAnswers: secrets.filter((secret) => shown.includes(secret)),
        inChannels: customer.filter((value) => JSON.stringify(forAll).includes(value)),
      };
      assert.deepEqual(wrong, {
        breaches: [],
        inLog: [],
        inMetrics: [],
        inAuditAndAnswers: [],
        inChannels: [],
      });
    },
  };
}

const {
  destinationAccountName,
  destinationAccountNumber,
  sourceAccountName,
  sourceAccountNumber,
  sessionId,
} = transactionRecord; // the sample service's records have the same
const customer = [
  destinationAccountName,
  destinationAccountNumber,
  sourceAccountName,
  sourceAccountNumber,
];
const reference = /\b(?:GARO|FLW|TRF)-\w+/;

/**
 * What stands in a text of the operator's, such as the log, and may not: a customer, a reference,
 * one of the secrets.
 */
export function leaksIn(text: string, secrets: readonly string[]): string[] {
  return [
    ...[...customer, sessionId, ...secrets].filter((value) => text.includes(value)),
    ...(reference.exec(text) ?? []),
  ];
}
