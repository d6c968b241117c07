import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { signatureHeaders } from 'slack-sandbox/slack/delivery/http-delivery.ts';
import { WebSocket } from 'ws';
import { type RunningBot, startBot } from '../run-sandbox/start-bot.ts';
import type { Written } from './deliveries.ts';
import { type Problem, startCheckingSlack } from './slack.ts';
import { type Answers, startAnsweringService } from './transfer-service.ts';

/** The bot as production runs it, between a Slack and a transfer service that are ours. */
export type Target = Awaited<ReturnType<typeof startTarget>>;

const signingSecret = 'fuzzed-signing-secret';
const quietMs = 1_000;

export async function startTarget(answers: Answers) {
  const problems: Problem[] = [];
  const statuses = new Set<number>();
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
      NODE_OPTIONS: '--inspect=127.0.0.1:0', // whose heap is measured
    },
    'bundle',
  );
  bot.onLine((line) => {
    if (/"level":"fatal"|"outcome":"bug".*"error"/.test(line)) problems.push({ index: undefined, what: line });
  });

  return {
    bot,
    /** Where the bot finds Slack. */
    slackUrl: slack.url,
    /** All that was wrong so far. */
    problems,
    /** How many of each button, select and kind of block were shown. */
    shown: slack.shown,
    /** The HTTP statuses that were answered. */
    statuses,
    /** Signs it, sends it and looks at the answer. */
    async send(index: number, { contentType, body }: Written): Promise<void> {
      const headers = { 'content-type': contentType, ...signatureHeaders(body, signingSecret) };
      try {
        const post = request(bot.requestUrl, { method: 'POST', agent, headers }).end(body);
        const [response]: IncomingMessage[] = await once(post, 'response');
        const ack = response ? await text(response) : '';
        const status = response?.statusCode ?? 0;
        onRequest();
        statuses.add(status);
        if (status === 200) slack.checkAck(index, ack);
        if (status >= 500) problems.push({ index, what: `HTTP ${status}` });
      } catch (error) {
        problems.push({ index, what: String(error) });
      }
    },
    /** Bytes that the bot uses when it has asked nothing and answered nothing for a while: it tries again sooner than that. */
    async heapAtRest(): Promise<number> {
      for (let leftMs = quietMs; leftMs > 0; leftMs = busyAtMs + quietMs - performance.now()) await sleep(leftMs);
      return usedHeap(bot);
    },
    /** Ends the bot as a supervisor would; resolves with its exit code. */
    async stop(): Promise<number | null> {
      const code = await bot.stop();
      agent.destroy();
      await Promise.all([slack.close(), service.close()]);
      return code;
    },
  };
}

/** V8 keeps the shapes of objects that are gone for two collections, and what they lead to for one more. */
const collections = 5;

/**
 * Bytes in use once the garbage is collected. Looks into the process through Node's inspector: the bot itself runs as
 * it always does. It does not stay there: a process that is looked into waits with its exit.
 */
async function usedHeap({ lines }: RunningBot): Promise<number> {
  const socket = new WebSocket(lines.join('\n').match(/ws:\/\/\S+/)?.[0] ?? ''); // it says so in its first lines
  await once(socket, 'open');
  const call = async (method: string): Promise<{ result?: { usedSize?: number } }> => {
    const answered = once(socket, 'message');
    socket.send(JSON.stringify({ id: 1, method }));
    const [data] = await answered;
    return JSON.parse(String(data));
  };
  for (let collected = 0; collected < collections; collected += 1) await call('HeapProfiler.collectGarbage');
  const { result } = await call('Runtime.getHeapUsage');
  socket.close();
  await once(socket, 'close');
  return result?.usedSize ?? Number.NaN;
}
