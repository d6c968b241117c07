import { walk } from '../sandbox/slack/block-kit/walk.ts';

/** The only `<…>` that the bot writes: times, and who asked for the same before. */
const ownDate =
  /<!date\^\d+\^(?:(?:\{date_short_pretty\} \{time_secs\}\|\d{4}-\d\d-\d\d |\{time_secs\}\|)\d\d:\d\d:\d\d|\{time\}\|\d\d:\d\d) UTC>/g;
const ownMention = /(?<=^Asked .* by )<@[UW][A-Z0-9]+>(?=,|$)/gm;

/** What of a message or a view is read as mark-up though it came from outside: none, where all is escaped. */
export function findUnescaped({ text, blocks }: Readonly<Record<string, unknown>>): string[] {
  const problems: string[] = [];
  const note = (what: string, where: string) => problems.push(`outside text ${what}: ${JSON.stringify(where)}`);
  if (typeof text === 'string' && isUnescaped(text)) note('is not escaped', text);
  walk(blocks, ({ type, text: drawn }) => {
    if (type !== 'mrkdwn' || typeof drawn !== 'string') return;
    if (isUnescaped(drawn)) note('is not escaped', drawn);
    if (isFormatted(drawn)) note('is formatted', drawn);
  });
  return problems;
}

function isUnescaped(text: string): boolean {
  return /[<>]|&(?!(?:amp|lt|gt);)/.test(text.replace(ownDate, '').replace(ownMention, ''));
}

/** `*` alone does not tell: the bot's own emphasis may stand around a stranger's word. */
function isFormatted(text: string): boolean {
  return /[_~:]zq[_~:]|:\/\/|^&gt;|zq@/m.test(text.replace(/```[^`]*```|`[^`\n]*`/g, ''));
}
