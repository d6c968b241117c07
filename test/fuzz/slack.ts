import { buffer } from 'node:stream/consumers';
import { checkMessage, checkOptions, checkView } from 'slack-sandbox';
import { isRecord, walk } from 'slack-sandbox/slack/block-kit/walk.ts';
import { createDirectory } from 'slack-sandbox/slack/directory.ts';
import { createBlockMethods, createDirectoryMethods } from 'slack-sandbox/slack/web-api/methods.ts';
import { parseArguments, parseJson } from 'slack-sandbox/slack/web-api/web-api.ts';
import { startServer } from '../support/http-server.ts';
import { numberIn } from './texts.ts';

/** Something that the bot must not do, with the input that it came from where that can be told. */
export interface Problem {
  index: number | undefined;
  what: string;
}

type Fields = Readonly<Record<string, unknown>>;

const isForOne = ({ channel }: Fields) => String(channel).startsWith('D');
const methods = { ...createBlockMethods(), ...createDirectoryMethods(createDirectory()) };
const teamOf = { team_id: 'T0SANDBOX', user_id: 'U0BOT', bot_id: 'B0BOT' };

/** A Slack that takes everything, keeps nothing and looks closely at all of it. */
export async function startCheckingSlack(problems: Problem[], onRequest: () => void) {
  /** How many of each button, select and kind of block were shown. */
  const shown = new Map<string, number>();

  function look(index: number | undefined, payload: Fields, breaches: readonly string[]): void {
    for (const what of [...breaches, ...findUnescaped(payload)]) problems.push({ index, what });
    walk(payload.blocks, ({ type, action_id: actionId, value }) => {
      const option = /^[a-z]+:[a-z-]+(?= )/.exec(typeof value === 'string' ? value : '')?.[0]; // of an overflow menu
      const name = typeof actionId === 'string' ? actionId.replace(/:\d+$/, '') : (option ?? type);
      if (typeof name === 'string') shown.set(name, (shown.get(name) ?? 0) + 1);
    });
  }

  function call(method: string, args: Fields): object {
    const known = Object.entries(methods).find(([name]) => name === method)?.[1];
    if (known) return known.run(args);
    const { trigger_id: trigger, view_id: viewId, channel, thread_ts: thread, ts } = args;
    const index = numberIn([trigger, viewId, thread, ts, channel].join(' '));
    const id = String(index ?? 0).padStart(8, '0');
    const view = isRecord(args.view) ? args.view : {};
    if (method.startsWith('views.'))
      look(index, view, checkView(view, method === 'views.publish' ? 'home' : 'modal').breaches);
    else if (method.startsWith('chat.')) look(index, args, checkMessage(args, isForOne(args)).breaches);
    else if (!/^auth\.test$|^files\./.test(method)) problems.push({ index, what: `a call of ${method}` });
    const file = { upload_url: `${server.url}/upload/x`, file_id: 'F0FUZZ', files: [{ id: 'F0FUZZ', title: 'x' }] };
    const posted = { channel, ts: `1700000000.${id}`, message: { thread_ts: thread } };
    return { ok: true, ...teamOf, ...file, ...posted, view: { id: `V${id}` } };
  }

  const server = await startServer(async (request, response) => {
    server.requests.length = 0;
    onRequest();
    const { url = '', headers } = request;
    const body = String(await buffer(request));
    const method = /^\/api\/([\w.]+)$/.exec(url)?.[1];
    const reply = parseJson(body);
    if (method === undefined && isRecord(reply))
      look(numberIn(url), reply, checkMessage(reply, reply.response_type !== 'in_channel').breaches);
    if (url.startsWith('/upload/') && /(?:^|,)"?[=@]/m.test(body))
      problems.push({ index: undefined, what: 'a formula' });
    const answer =
      method === undefined ? { ok: true } : call(method, parseArguments(headers['content-type'] ?? '', body));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });

  /** Looks at what the bot answered in its ack. */
  function checkAck(index: number, body: string): void {
    if (body === '') return;
    const payload = parseJson(body);
    if (isRecord(payload) && payload.text === undefined) {
      const { options, breaches } = checkOptions(payload);
      look(index, {}, breaches);
      shown.set('option', (shown.get('option') ?? 0) + options.length);
    } else {
      const message = isRecord(payload) ? payload : { text: body };
      look(index, message, checkMessage(message, true).breaches);
    }
  }

  return { url: server.url, shown, checkAck, close: server.close };
}

/** The only `<…>` that the bot writes: times, who asked for the same before, and where a watch was begun. */
const own = [
  /<!date\^\d+\^(?:\{date_short_pretty\} \{time(?:_secs)?\}\|\d{4}-\d\d-\d\d |\{time\}\|)\d\d:\d\d(?::\d\d)? UTC>/g,
  /(?<=^Asked by )<@[UW][A-Z0-9]+>(?= )/gm,
  /(?<= told in a thread of | Ask for more in )<#[CDG][A-Z0-9]+>(?=\.?$)/gm,
];
/** And whom a message in a thread is for. */
const ownAddressee = /(?<=^\*?)<@[UW][A-Z0-9]+>(?= )/;

/** What of a message or a view is read as mark-up though it came from outside: none, where all is escaped. */
function findUnescaped(message: Fields): string[] {
  const { text, blocks } = message;
  const texts = typeof text === 'string' ? [text] : [];
  walk(blocks, ({ type, text: drawn }) => {
    if (type === 'mrkdwn' && typeof drawn === 'string') texts.push(drawn);
  });
  const isUnescaped = (given: string) => {
    const addressed = typeof message.thread_ts === 'string' ? given.replace(ownAddressee, '') : given;
    return /[<>]|&(?!(?:amp|lt|gt);)/.test(own.reduce((left, each) => left.replace(each, ''), addressed));
  };
  // `*` alone does not tell: the bot's own emphasis may stand around a stranger's word.
  const isFormatted = (given: string) =>
    /[_~:]zq[_~:]|:\/\/|^&gt;|zq@/m.test(given.replace(/```[^`]*```|`[^`\n]*`/g, ''));
  const drawnTexts = typeof text === 'string' ? texts.slice(1) : texts;
  return [
    ...texts.filter(isUnescaped).map((each) => `outside text is not escaped: ${JSON.stringify(each)}`),
    ...drawnTexts.filter(isFormatted).map((each) => `outside text is formatted: ${JSON.stringify(each)}`),
  ];
}
