import { walk } from 'slack-sandbox/slack/block-kit/walk.ts';

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
export function findUnescaped(message: Readonly<Record<string, unknown>>): string[] {
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
