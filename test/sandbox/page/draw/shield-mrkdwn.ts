import { decodeEntities, shieldMatches, shieldPlainText } from './shield-text.ts';

/** What Slack reads as more than text: code, `<…>` references, bare links, emoji names and quote marks. */
const tokens =
  /(```[\s\S]+?```|`[^`\n]+`|<[^<>\n]+>|https?:\/\/[^\s<>|]+|:[a-z0-9_+'-]*[a-z][a-z0-9_+'-]*:|^(?:>|&gt;))/m;

/** What Markdown would read as more than text and Slack does not: headings, rules, lists, tables, links, indented code. */
const markdownOnly =
  /[\\#+=[\]|&<>@`]|(?<=^|\u2063)[ \t]+|^-|--+|(?<=^\d+)[.)]|(?<=\bwww)\.|:(?=[^\s:]*:)|(?<=:[^\s:]*):|(?<=^|\s)[*_~](?=\s|$)|(?<=\w)[*_~](?=\w)/gm;

function shieldToken(token: string, verbatim: boolean): string {
  const fence = /^`+/.exec(token)?.[0];
  if (fence) {
    return fence + shieldPlainText(decodeEntities(token.slice(fence.length, -fence.length))) + fence;
  }
  if (token.startsWith('<')) {
    const [target = '', ...label] = token.slice(1, -1).split('|');
    const labelled = label.length > 0 ? `|${shieldPlainText(decodeEntities(label.join('|')))}` : '';
    return `<${decodeEntities(target)}${labelled}>`;
  }
  if (token.startsWith('http')) {
    return verbatim ? shieldPlainText(decodeEntities(token)) : decodeEntities(token);
  }
  return decodeEntities(token);
}

/** What stands beside code or a link is not at the edge of a line: `*` before a code span opens bold text. */
const beside = '\u2063';

function shieldBetween(part: string, before: string | undefined, after: string | undefined): string {
  const [start, end] = [before ? beside : '', after ? beside : ''];
  const shielded = shieldMatches(start + decodeEntities(part) + end, markdownOnly);
  return shielded.slice(start.length, shielded.length - end.length);
}

/** Leaves of a mrkdwn text only that open to the library which Slack itself would format. */
export function shieldMrkdwn(text: string, verbatim: boolean): string {
  const parts = text.split(tokens);
  return parts
    .map((part, index) =>
      index % 2 === 1 ? shieldToken(part, verbatim) : shieldBetween(part, parts[index - 1], parts[index + 1]),
    )
    .join('');
}
