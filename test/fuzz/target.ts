import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { signatureHeaders } from 'slack-sandbox/slack/delivery/http-delivery.ts';
import { WebSocket } from 'ws';
import { startBot } from '../run-sandbox/start-bot.ts';
import type { Written } from './deliveries.ts';
import { type Problem, startCheckingSlack } from './slack.ts';
import { type Answers, startAnsweringService } from './transfer-service.ts';

export type Target = Awaited<ReturnType<typeof startTarget>>;

const signingSecret = 'fuzzed-signing-secret';
const quietMs = 1_000;
/** V8 keeps the shapes of objects that are gone for two collections, and what they lead to for one more. */
const collections = 5;

/** The bot as production runs it, between a Slack and a transfer service that are ours. */
export async function startTarget(answers: Answers) {
  const problems: Problem[] = [];
  const statuses = new Set<number>();
  let busyAtMs = performance.now();
  const onRequest = () => {
    busyAtMs = performance.now();
  };
  const slack = await startCheckingSlack(problems, onRequest);
  const service = await startAnsweringService(answers, onRequest);
  const env = {
    ...{ SLACK_BOT_TOKEN: 'xoxb-fuzzed', SLACK_SIGNING_SECRET: signingSecret, SLACK_API_URL: `${slack.url}/api` },
    ...{ TRANSFER_API_BASE_URL: service.url, TRANSFER_API_TOKEN: 'open-sesame', BANK_LIST_TTL_SECONDS: '1' },
    ...{ RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_TOTAL_PER_MINUTE: '1000000', LOG_LEVEL: 'error' },
    NODE_OPTIONS: '--inspect=127.0.0.1:0', // whose heap is measured
  };
  const bot = await startBot(env, 'bundle');
  const inspector = bot.lines.join('\n').match(/ws:\/\/\S+/)?.[0] ?? ''; // in its first lines
  bot.onLine((line) => {
    if (/"level":"fatal"|"outcome":"bug".*"error"/.test(line)) problems.push({ index: undefined, what: line });
  });

  return {
    ...{ bot, slackUrl: slack.url, problems, statuses, shown: slack.shown },
    /** Signs it, sends it and looks at the answer. */
    async send(index: number, { contentType, body }: Written): Promise<void> {
      const headers = { 'content-type': contentType, ...signatureHeaders(body, signingSecret) };
      try {
        const { status, ack } = await fetch(bot.requestUrl, { method: 'POST', headers, body }).then(
          async (response) => ({
            status: response.status,
            ack: await response.text(),
          }),
        );
        onRequest();
        statuses.add(status);
        if (status === 200) slack.checkAck(index, ack);
        if (status >= 500) problems.push({ index, what: `HTTP ${status}` });
      } catch (error) {
        problems.push({ index, what: String(error) });
      }
    },
    /** Bytes in use once nothing is under way and the garbage is collected, as Node's inspector has them. */
    async heapAtRest(): Promise<number> {
      for (let leftMs = quietMs; leftMs > 0; leftMs = busyAtMs + quietMs - performance.now()) await sleep(leftMs);
      const socket = new WebSocket(inspector);
      await once(socket, 'open');
      const call = async (method: string): Promise<{ result?: { usedSize?: number } }> => {
        const answered = once(socket, 'message');
        socket.send(JSON.stringify({ id: 1, method }));
        return JSON.parse(String((await answered)[0]));
      };
      for (let collected = 0; collected < collections; collected += 1) await call('HeapProfiler.collectGarbage');
      const { result } = await call('Runtime.getHeapUsage');
      socket.close(); // a process that is looked into waits with its exit
      await once(socket, 'close');
      return result?.usedSize ?? Number.NaN;
    },
    /** Ends the bot as a supervisor would; resolves with its exit code. */
    async stop(): Promise<number | null> {
      const code = await bot.stop();
      await Promise.all([slack.close(), service.close()]);
      return code;
    },
  };
}
