import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { signatureHeaders } from 'slack-sandbox/slack/delivery/signature.ts';
import { type RunningBot, startBot } from '../run-sandbox/start-bot.ts';
import { type Answers, startAnsweringService } from './answering-service.ts';
import { inspectable, inspectorUrlOf, usedHeap } from './bot-heap.ts';
import { type Problem, startCheckingSlack } from './checking-slack.ts';
import type { Written } from './deliveries.ts';

/** The bot as production runs it, between a Slack and a transfer service that are ours. */
export interface Target {
  bot: RunningBot;
  /** Where the bot finds Slack. */
  slackUrl: string;
  /** All that was wrong so far. */
  problems: readonly Problem[];
  /** How many of each button, select and kind of block were shown. */
  shown: ReadonlyMap<string, number>;
  /** How often each HTTP status was answered. */
  statuses: ReadonlyMap<number, number>;
  /** Signs it, sends it and looks at the answer. */
  send(index: number, written: Written): Promise<void>;
  /** Resolves when the bot has asked nothing and answered nothing for a while: it tries again sooner than that. */
  quiet(): Promise<void>;
  /** Bytes that the bot uses, once its garbage is collected. */
  usedHeap(): Promise<number>;
  /** Ends the bot as a supervisor would; resolves with its exit code. */
  stop(): Promise<number | null>;
}

const signingSecret = 'fuzzed-signing-secret';
const quietMs = 1_000;

export async function startTarget(answers: Answers): Promise<Target> {
  const problems: Problem[] = [];
  const statuses = new Map<number, number>();
  let busyAtMs = performance.now();
  const onRequest = () => {
    busyAtMs = performance.now();
  };
  const [slack, service] = await Promise.all([
    startCheckingSlack(problems, onRequest),
    startAnsweringService(answers, onRequest),
  ]);
  const agent = new Agent({ keepAlive: true });
  const bot = await startBot(
    {
      SLACK_BOT_TOKEN: 'xoxb-fuzzed',
      SLACK_SIGNING_SECRET: signingSecret,
      SLACK_API_URL: `${slack.url}/api`,
      TRANSFER_API_BASE_URL: service.url,
      TRANSFER_API_TOKEN: 'open-sesame',
      BANK_LIST_TTL_SECONDS: '1',
      RATE_LIMIT_PER_MINUTE: '100000',
      RATE_LIMIT_TOTAL_PER_MINUTE: '1000000',
      LOG_LEVEL: 'error',
      NODE_OPTIONS: inspectable,
    },
    'bundle',
  );
  const inspectorUrl = inspectorUrlOf(bot);
  bot.onLine((line) => {
    if (/"level":"fatal"|"outcome":"bug".*"error"/.test(line)) problems.push({ index: undefined, what: line });
  });

  return {
    bot,
    slackUrl: slack.url,
    problems,
    shown: slack.shown,
    statuses,
    send(index, { contentType, body }) {
      const headers = { 'content-type': contentType, ...signatureHeaders(body, signingSecret) };
      return new Promise((resolve) => {
        const post = request(bot.requestUrl, { method: 'POST', agent, headers }, async (response) => {
          const { statusCode = 0 } = response;
          const ack = await text(response).catch(() => '');
          onRequest();
          statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
          if (statusCode === 200) slack.checkAck(index, ack);
          if (statusCode >= 500) problems.push({ index, what: `HTTP ${statusCode}` });
          resolve();
        });
        post.on('error', ({ message }) => {
          problems.push({ index, what: message });
          resolve();
        });
        post.end(body);
      });
    },
    async quiet() {
      for (;;) {
        const leftMs = busyAtMs + quietMs - performance.now();
        if (leftMs <= 0) return;
        await sleep(leftMs);
      }
    },
    usedHeap: () => usedHeap(inspectorUrl),
    async stop() {
      const code = await bot.stop();
      agent.destroy();
      await Promise.all([slack.close(), service.close()]);
      return code;
    },
  };
}
