import type { ShownMessage } from 'slack-sandbox';
import { workspace } from 'slack-sandbox';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { pressesOf, readDrawnButtons } from '../buttons/drawn-buttons.ts';
import { bankQuestions } from '../fixtures/bank-questions.ts';
import { pastes } from '../fixtures/pastes.ts';
import { runApp } from '../support/run-app.ts';

const { channelId, directMessageId, personId, otherPersonId } = workspace;
const typed = ['/txn GARO-8f3k2j1', '/tsq 12345698690885579', '/bank zenith'];

/** What one question led to: what Slack, the service, the audit log, the log and the metrics got. */
interface RecordedCase {
  name: string;
  lines: string[];
}

type Recorder = Awaited<ReturnType<typeof startRecorder>>;

/** A whole bot between the stand-ins, with notes of all that leaves it. Times, ids and random codes are made alike. */
async function startRecorder() {
  const service = await createSampleTransferService();
  const env = { RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_TOTAL_PER_MINUTE: '1000000' };
  const app = await runApp({ transferApi: service, env });
  const { slack } = app;
  const cases: RecordedCase[] = [];

  return { app, service, cases, record };

  /** Notes what comes of `question`, until the bot has nothing left to do. */
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
    .replace(/\bTell whoever runs me: `\w{6}`/g, 'Tell whoever runs me: `CODE`');
}

/**
 * Plays everything that is kept: what people pasted and asked, and what was drawn for them to press.
 * @returns what came of each
 */
export async function recordAll(): Promise<readonly RecordedCase[]> {
  const recorder = await startRecorder();
  for (const text of unique(pastes)) await recordPaste(recorder, text);
  for (const text of unique(bankQuestions.map(({ typed }) => ({ text: typed })))) await recordBanks(recorder, text);
  await recordButtons(recorder, 'answered');
  recorder.service.setOutage('unavailable');
  await recordButtons(recorder, 'fails');
  for (const text of typed) await recordCommand(recorder, 'fails', text);
  recorder.service.setOutage('none');
  recorder.app.slack.setPerson(otherPersonId, { info: { is_restricted: true } });
  await recordButtons(recorder, 'refused', otherPersonId);
  for (const text of typed) await recordCommand(recorder, 'refused', text, otherPersonId);
  recorder.cases.push({ name: 'metrics', lines: await metricNames(recorder) });
  await recorder.app.stop();
  await recorder.service.close();
  return recorder.cases;
}

async function recordPaste({ app: { slack }, record }: Recorder, text: string): Promise<void> {
  await record(`/txn ${JSON.stringify(text)}`, () => slack.sendCommand({ command: '/txn', text }));
  await record(`dm ${JSON.stringify(text)}`, () => slack.writeMessage({ text, channelId: directMessageId }));
  await record(`shortcut ${JSON.stringify(text)}`, async () => {
    const { message } = await slack.writeMessage({ text, channelId, author: 'bot' });
    await slack.runMessageShortcut({ callbackId: 'look_up_references', messageId: message.id });
  });
}

async function recordBanks({ app: { slack }, record }: Recorder, text: string): Promise<void> {
  await record(`/bank ${JSON.stringify(text)}`, () => slack.sendCommand({ command: '/bank', text }));
  await record(`mention ${JSON.stringify(text)}`, () => slack.writeMessage({ text: `@txnbot ${text}`, channelId }));
}

async function recordCommand(
  { app: { slack }, record }: Recorder,
  situation: string,
  line: string,
  userId: string = personId,
): Promise<void> {
  const [command = '', text = ''] = line.split(/ (.*)/);
  await record(`${situation} ${line}`, () => slack.sendCommand({ command, text, userId }));
}

/** Presses all that any version has drawn. */
async function recordButtons({ app, record }: Recorder, situation: string, userId: string = personId): Promise<void> {
  for (const [release, drawn] of readDrawnButtons())
    for (const { name, press } of pressesOf(app.slack, drawn, userId))
      await record(`${situation} ${release}.json ${name}`, press);
}

async function metricNames({ app }: Recorder): Promise<string[]> {
  const lines = (await app.metrics.text()).split('\n').filter((line) => !line.startsWith('#'));
  return [...new Set(lines.map((line) => line.replace(/ .*$/, '')))].sort();
}

function unique(each: readonly { text: string }[]): string[] {
  return [...new Set(each.map(({ text }) => text))];
}
