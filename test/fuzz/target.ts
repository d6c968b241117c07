import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { signatureHeaders } from 'slack-sandbox/slack/delivery/signature.ts';
import { WebSocket } from 'ws';
import { type RunningBot, startBot } from '../run-sandbox/start-bot.ts';
import type { Written } from './deliveries.ts';
import { type Problem, startCheckingSlack } from './slack.ts';
import { type Answers, startAnsweringService } from './transfer-service.ts';

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

/** V8 keeps the shapes of objects that are gone for two collections, and what they lead to for one more. */
const collections = 5;

/** For `NODE_OPTIONS` of a bot whose heap is to be measured. */
const inspectable = '--inspect=127.0.0.1:0';

/** Where a bot that was started `inspectable` can be looked into; it says so in its first lines. */
function inspectorUrlOf({ lines }: RunningBot): string {
  const url = lines.join('\n').match(/ws:\/\/\S+/)?.[0];
  if (url === undefined) throw new Error('The bot was not started with an inspector.');
  return url;
}

/**
 * Bytes in use once the garbage is collected. Looks into the process through Node's inspector: the bot itself runs as
 * it always does. It does not stay there: a process that is looked into waits with its exit.
 */
async function usedHeap(inspectorUrl: string): Promise<number> {
  const socket = new WebSocket(inspectorUrl);
  await once(socket, 'open');
  const call = async (method: string): Promise<{ result?: { usedSize?: number } }> => {
    socket.send(JSON.stringify({ id: method.length, method }));
    for (;;) {
      const [data] = await once(socket, 'message');
      const answer = JSON.parse(String(data));
      if (answer.id === method.length) return answer;
    }
  };
  for (let collected = 0; collected < collections; collected += 1) await call('HeapProfiler.collectGarbage');
  const { result } = await call('Runtime.getHeapUsage');
  socket.close();
  await once(socket, 'close');
  return result?.usedSize ?? Number.NaN;
}
