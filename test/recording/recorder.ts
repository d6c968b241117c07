import type { ShownMessage } from 'slack-sandbox';
import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { type RunningApp, runApp } from '../support/run-app.ts';

/** What one question led to: what Slack, the service, the audit log, the log and the metrics got. */
export interface RecordedCase {
  name: string;
  lines: string[];
}

export interface Recorder {
  app: RunningApp;
  service: SampleTransferService;
  cases: readonly RecordedCase[];
  /** Notes what comes of `question`, until the bot has nothing left to do. */
  record(name: string, question: () => Promise<unknown>): Promise<void>;
  /** Notes a list as a case of its own. */
  note(name: string, lines: string[]): void;
  stop(): Promise<void>;
}

/** A whole bot between the stand-ins, with notes of all that leaves it. Times, ids and random codes are made alike. */
export async function startRecorder(): Promise<Recorder> {
  const service = await createSampleTransferService();
  const env = { RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_TOTAL_PER_MINUTE: '1000000' };
  const app = await runApp({ transferApi: service, env });
  const { slack } = app;
  const cases: RecordedCase[] = [];

  return { app, service, cases, record, note: (name, lines) => cases.push({ name, lines }), stop };

  async function record(name: string, question: () => Promise<unknown>): Promise<void> {
    const before = {
      messages: new Map(slack.messages.map((message) => [message.id, shown(message)])),
      views: new Map(slack.views.map((view) => [view.id, alike(view.payload)])),
      counts: [slack.breaches, slack.files, service.requests, app.audit, app.log.lines].map(({ length }) => length),
    };
    const [breaches = 0, files = 0, requests = 0, audit = 0, log = 0] = before.counts;
    await question();
    await app.bot.inFlight.settled();
    const lines = [
      ...slack.messages
        .filter((each) => before.messages.get(each.id) !== shown(each))
        .map((each) => `slack ${shown(each)}`),
      ...slack.views
        .filter(({ id, payload }) => before.views.get(id) !== alike(payload))
        .map(({ payload }) => `view ${alike(payload)}`),
      ...slack.files.slice(files).map(({ name, content }) => `file ${alike({ name, content })}`),
      ...slack.breaches.slice(breaches).map((breach) => `breach ${alike(breach)}`),
      ...service.requests
        .slice(requests)
        .map(({ url }) => `service ${url}`)
        .sort(),
      ...app.audit.slice(audit).map((entry) => `audit ${alike(entry)}`),
      ...app.log.lines.slice(log).map((line) => `log ${alike(JSON.parse(line))}`),
    ];
    cases.push({ name, lines });
    slack.forget();
  }

  async function stop(): Promise<void> {
    await app.stop();
    await service.close();
  }
}

/** Ids of one run, which nothing a person reads depends on. */
const idKeys = new Set(['block_id', 'external_id', 'view_id', 'hash', 'trigger_id', 'reference']);
const timed = new Set(['time', 'ms', 'durationMs', 'ackMs', 'answerMs', 'waitedMs', 'pid', 'hostname']);

function shown({ channelId, visibleTo, via, threadTs, text, blocks, author, userId }: ShownMessage): string {
  return alike({ author, userId, channelId, visibleTo, via, inThread: threadTs !== undefined, text, blocks });
}

function alike(value: unknown): string {
  const plain = JSON.stringify(value, (key, inner: unknown) => {
    if (idKeys.has(key) && typeof inner === 'string' && /^[\w+/=-]{4,12}$/.test(inner)) return 'id';
    return timed.has(key) || key.endsWith('Ms') ? 0 : inner;
  });
  return (plain ?? '')
    .replace(/<!date\^[^>]*>/g, '<!date>')
    .replace(/\b202\d-\d\d-\d\dT[\d:.]+/g, 'DAY')
    .replace(/\b\d{1,2}:\d\d(?::\d\d)?\b/g, 'TIME')
    .replace(/\b1[78]\d{8}\.\d{6}\b/g, 'TS')
    .replace(/\b1[78]\d{11}\b/g, 'MS')
    .replace(/\b1[78]\d{8}\b/g, 'SECONDS')
    .replace(/\b202\d-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?Z?)?/g, 'DAY')
    .replace(/median \d+ ms/g, 'median')
    .replace(/127\.0\.0\.1:\d+/g, 'HOST')
    .replace(/\bTell whoever runs this bot: `\w{6}`/g, 'Tell whoever runs this bot: `CODE`');
}
