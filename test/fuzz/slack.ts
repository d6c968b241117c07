import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { checkMessage, checkOptions, checkView } from 'slack-sandbox';
import { parseCsv } from 'slack-sandbox/page/client/parse-csv.ts';
import { isRecord, walk } from 'slack-sandbox/slack/block-kit/walk.ts';
import { createDirectory } from 'slack-sandbox/slack/directory.ts';
import { readUpload } from 'slack-sandbox/slack/files.ts';
import {
  createBlockMethods,
  createConnectionMethods,
  createDirectoryMethods,
} from 'slack-sandbox/slack/web-api/methods.ts';
import { parseArguments, parseJson } from 'slack-sandbox/slack/web-api/web-api.ts';
import { startServer } from '../support/http-server.ts';
import { numberIn } from './texts.ts';

/** Something that the bot must not do. */
export interface Problem {
  /** Of the input that it came from, where that can be told. */
  index: number | undefined;
  what: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * A Slack that takes everything, keeps nothing and looks closely at all of it.
 * @param problems takes what it finds
 * @param onRequest told of every request
 */
export async function startCheckingSlack(problems: Problem[], onRequest: () => void) {
  const shown = new Map<string, number>();

  function look(index: number | undefined, payload: Fields, breaches: readonly string[]): void {
    for (const what of [...breaches, ...findUnescaped(payload)]) problems.push({ index, what });
    walk(payload.blocks, ({ type, action_id: actionId, value }) => {
      const option = /^[a-z]+:[a-z-]+(?= )/.exec(typeof value === 'string' ? value : '')?.[0]; // of an overflow menu
      const name = typeof actionId === 'string' ? actionId.replace(/:\d+$/, '') : (option ?? type);
      if (typeof name === 'string') shown.set(name, (shown.get(name) ?? 0) + 1);
    });
  }
  const lookAtMessage = (index: number | undefined, payload: Fields, isForOne: boolean) =>
    look(index, payload, checkMessage(payload, isForOne).breaches);

  const { 'auth.test': authTest } = createConnectionMethods({
    teamUrl: '',
    identity: () => ({}),
    openSocket: () => '',
  });
  const methods = { 'auth.test': authTest, ...createBlockMethods(), ...createDirectoryMethods(createDirectory()) };
  const server = await startServer(async (request, response) => {
    server.requests.length = 0;
    onRequest();
    const answer = await answerTo(request);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });

  async function answerTo(request: IncomingMessage): Promise<object> {
    const { url: path = '', headers } = request;
    const contentType = headers['content-type'] ?? '';
    const bytes = await buffer(request);
    if (path.startsWith('/upload/')) {
      const file = String(await readUpload(contentType, bytes));
      for (const cell of parseCsv(file, Number.POSITIVE_INFINITY).flat())
        if (/^[=@]/.test(cell)) problems.push({ index: undefined, what: `a formula in a file: ${cell}` });
      return { ok: true };
    }
    const body = bytes.toString();
    const method = /^\/api\/([\w.]+)$/.exec(path)?.[1];
    if (method === undefined) {
      const payload = parseJson(body);
      const reply = isRecord(payload) ? payload : {};
      lookAtMessage(numberIn(path), reply, reply.response_type !== 'in_channel');
      return { ok: true };
    }
    return call(method, parseArguments(contentType, body));
  }

  function call(method: string, args: Fields): object {
    const known = Object.entries(methods).find(([name]) => name === method)?.[1];
    if (known) return known.run(args);
    const { trigger_id: trigger, view_id: viewId, channel, thread_ts: thread, ts } = args;
    const index = numberIn([trigger, viewId, thread, ts, channel].join(' '));
    if (method.startsWith('views.')) {
      const view = isRecord(args.view) ? args.view : {};
      look(index, view, checkView(view, method === 'views.publish' ? 'home' : 'modal').breaches);
      return { ok: true, view: { id: `V${String(index ?? 0).padStart(8, '0')}` } };
    }
    if (method.startsWith('chat.')) {
      lookAtMessage(index, args, String(channel).startsWith('D'));
      return { ok: true, channel, ts: `1700000000.${String(index ?? 0).padStart(8, '0')}` };
    }
    if (method === 'files.getUploadURLExternal')
      return { ok: true, upload_url: `${server.url}/upload/x`, file_id: 'F0FUZZ' };
    if (method === 'files.completeUploadExternal') return { ok: true, files: [{ id: 'F0FUZZ', title: 'x' }] };
    problems.push({ index, what: `a call of ${method}` });
    return { ok: false, error: 'unknown_method' };
  }

  return {
    url: server.url,
    /** How many of each button, select and kind of block were shown. */
    shown,
    /** Looks at what the bot answered in its ack. */
    checkAck(index: number, body: string): void {
      if (body === '') return;
      const payload = parseJson(body);
      if (isRecord(payload) && payload.text === undefined) {
        const { options, breaches } = checkOptions(payload);
        look(index, {}, breaches);
        shown.set('option', (shown.get('option') ?? 0) + options.length);
      } else lookAtMessage(index, isRecord(payload) ? payload : { text: body }, true);
    },
    close: server.close,
  };
}

/**
 * The only `<…>` that the bot writes: times, who asked for the same before, where a watch was begun, and whom a message
 * in a thread is for.
 */
const ownDate =
  /<!date\^\d+\^(?:\{date_short_pretty\} \{time(?:_secs)?\}\|\d{4}-\d\d-\d\d |\{time\}\|)\d\d:\d\d(?::\d\d)? UTC>/g;
const ownMention = /(?<=^Asked by )<@[UW][A-Z0-9]+>(?= )/gm;
const ownChannel = /(?<= told in a thread of | Ask for more in )<#[CDG][A-Z0-9]+>(?=\.?$)/gm;
const ownAddressee = /(?<=^\*?)<@[UW][A-Z0-9]+>(?= )/;

/** What of a message or a view is read as mark-up though it came from outside: none, where all is escaped. */
function findUnescaped(message: Readonly<Record<string, unknown>>): string[] {
  const { text, blocks } = message;
  const isInThread = typeof message.thread_ts === 'string';
  const problems: string[] = [];
  const note = (what: string, where: string) => problems.push(`outside text ${what}: ${JSON.stringify(where)}`);
  if (typeof text === 'string' && isUnescaped(text, isInThread)) note('is not escaped', text);
  walk(blocks, ({ type, text: drawn }) => {
    if (type !== 'mrkdwn' || typeof drawn !== 'string') return;
    if (isUnescaped(drawn, isInThread)) note('is not escaped', drawn);
    if (isFormatted(drawn)) note('is formatted', drawn);
  });
  return problems;
}

function isUnescaped(text: string, isInThread: boolean): boolean {
  const addressed = isInThread ? text.replace(ownAddressee, '') : text;
  const own = [ownDate, ownMention, ownChannel];
  return /[<>]|&(?!(?:amp|lt|gt);)/.test(own.reduce((left, each) => left.replace(each, ''), addressed));
}

/** `*` alone does not tell: the bot's own emphasis may stand around a stranger's word. */
function isFormatted(text: string): boolean {
  return /[_~:]zq[_~:]|:\/\/|^&gt;|zq@/m.test(text.replace(/```[^`]*```|`[^`\n]*`/g, ''));
}
