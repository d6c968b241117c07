import { buffer } from 'node:stream/consumers';
import { checkMessage, checkOptions, checkView } from 'slack-sandbox';
import { isRecord, walk } from 'slack-sandbox/slack/block-kit/walk.ts';
import { createDirectory } from 'slack-sandbox/slack/directory.ts';
import { createBlockMethods, createDirectoryMethods } from 'slack-sandbox/slack/web-api/methods.ts';
import { parseArguments, parseJson } from 'slack-sandbox/slack/web-api/web-api.ts';
import { startServer } from '../support/http-server.ts';
import { numberIn } from './texts.ts';

type Fields = Readonly<Record<string, unknown>>;
type Report = (index: number | undefined, what: string) => void;

const methods = { ...createBlockMethods(), ...createDirectoryMethods(createDirectory()) };
const isForOne = ({ channel }: Fields) => String(channel).startsWith('D');

/** A Slack that takes everything, stores nothing, and reports what breaks a rule. `seen` has what was drawn. */
export async function startCheckingSlack(report: Report, seen: Set<string>, onRequest: () => void) {
  function look(index: number | undefined, payload: Fields, breaches: readonly string[]): void {
    for (const what of [...breaches, ...findUnescaped(payload)]) report(index, what);
    walk(payload.blocks, ({ type, action_id: actionId }) => {
      seen.add(String(actionId ?? type).replace(/:\d+$/, ''));
    });
  }

  function call(method: string, args: Fields): object {
    const known = Object.entries(methods).find(([name]) => name === method)?.[1];
    if (known) return known.run(args);
    const { trigger_id: trigger, view_id: viewId, channel, thread_ts: thread, ts } = args;
    const index = numberIn([trigger, viewId, thread, ts, channel].join(' '));
    const view = isRecord(args.view) ? args.view : {};
    if (method.startsWith('views.'))
      look(index, view, checkView(view, method === 'views.publish' ? 'home' : 'modal').breaches);
    else if (method.startsWith('chat.')) look(index, args, checkMessage(args, isForOne(args)).breaches);
    else if (!/^auth\.test$|^files\./.test(method)) report(index, `a call of ${method}`);
    const id = String(index ?? 0).padStart(8, '0');
    const bot = { team_id: 'T0SANDBOX', user_id: 'U0BOT', bot_id: 'B0BOT' };
    const file = { upload_url: `${server.url}/upload/x`, file_id: 'F0FUZZ', files: [{ id: 'F0FUZZ', title: 'x' }] };
    const posted = { channel, ts: `1700000000.${id}`, message: { thread_ts: thread } };
    return { ok: true, ...bot, ...file, ...posted, view: { id: `V${id}` } };
  }

  const server = await startServer(async (request, response) => {
    server.requests.length = 0;
    onRequest();
    const { url = '', headers } = request;
    const body = String(await buffer(request));
    const method = /^\/api\/([\w.]+)$/.exec(url)?.[1];
    const json = method === undefined ? parseJson(body) : undefined;
    if (isRecord(json)) look(numberIn(url), json, checkMessage(json, json.response_type !== 'in_channel').breaches);
    if (url.startsWith('/upload/') && /(?:^|,)"?[=@]/m.test(body)) report(undefined, 'a formula in a file');
    const answer = method ? call(method, parseArguments(headers['content-type'] ?? '', body)) : { ok: true };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });

  /** Checks the body of an ack: a message, or the options of a typeahead. */
  function checkAck(index: number, body: string): void {
    const ack = parseJson(body);
    if (isRecord(ack) && 'options' in ack) {
      const { options, breaches } = checkOptions(ack);
      look(index, {}, breaches);
      if (options.length > 0) seen.add('option');
    } else if (body !== '') {
      const message = isRecord(ack) ? ack : { text: body };
      look(index, message, checkMessage(message, true).breaches);
    }
  }

  return { url: server.url, checkAck, close: server.close };
}

/** The only `<…>` that the bot writes: times, who asked for the same before, and where a watch was begun. */
const own = [
  /<!date\^\d+\^(?:\{date_short_pretty\} \{time(?:_secs)?\}\|\d{4}-\d\d-\d\d |\{time\}\|)\d\d:\d\d(?::\d\d)? UTC>/g,
  /(?<=^Asked by )<@[UW][A-Z0-9]+>(?= )/gm,
  /(?<= told in a thread of | Ask for more in )<#[CDG][A-Z0-9]+>(?=\.?$)/gm,
];
/** In a thread, also the person whom a message addresses. */
const ownAddressee = /(?<=^\*?)<@[UW][A-Z0-9]+>(?= )/;

/** Outside text of a message or a view that Slack would read as mark-up. */
function findUnescaped(message: Fields): string[] {
  const notification = typeof message.text === 'string' ? [message.text] : [];
  const drawn: string[] = [];
  walk(message.blocks, ({ type, text }) => {
    if (type === 'mrkdwn' && typeof text === 'string') drawn.push(text);
  });
  const isUnescaped = (text: string) => {
    const addressed = typeof message.thread_ts === 'string' ? text.replace(ownAddressee, '') : text;
    return /[<>]|&(?!(?:amp|lt|gt);)/.test(own.reduce((left, each) => left.replace(each, ''), addressed));
  };
  // `*` alone does not tell: the bot's own emphasis may stand around a stranger's word.
  const isFormatted = (text: string) =>
    /[_~:]zq[_~:]|:\/\/|^&gt;|zq@/m.test(text.replace(/```[^`]*```|`[^`\n]*`/g, ''));
  return [
    ...[...notification, ...drawn]
      .filter(isUnescaped)
      .map((text) => `outside text is not escaped: ${JSON.stringify(text)}`),
    ...drawn.filter(isFormatted).map((text) => `outside text is formatted: ${JSON.stringify(text)}`),
  ];
}
