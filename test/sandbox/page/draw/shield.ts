/*
 * slack-blocks-to-jsx reads every text as Markdown: plain_text and table cells too, and `&lt;!channel&gt;` as if nobody
 * had escaped it. Slack does not. So characters that must stay what they are travel through the library as private-use
 * characters, which mean nothing to it, and come back in the finished markup.
 */
const privateUseStart = 0xe000;
const shieldCharacters = /[\ue000-\ue07f]/g;
const asciiPunctuation = /[\0-/:-@[-`{-\x7f]/g;
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const markup: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&#x27;' };

const shieldCharacter = (character: string) => String.fromCharCode(privateUseStart + character.charCodeAt(0));

/** Shields a text that Slack shows letter by letter. */
export function shieldPlainText(text: string): string {
  return text.replace(asciiPunctuation, shieldCharacter);
}

/** Shields each match of `pattern`, which must match ASCII only. */
export function shieldMatches(text: string, pattern: RegExp): string {
  return text.replace(pattern, shieldPlainText);
}

/** Undoes Slack's escaping of the three characters that it asks to escape. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
}

/** Brings shielded characters back, escaped for HTML. */
export function unshieldMarkup(html: string): string {
  return html.replace(shieldCharacters, (shielded) => {
    const character = String.fromCharCode(shielded.charCodeAt(0) - privateUseStart);
    return markup[character] ?? character;
  });
}

/** A copy of a JSON value in which no text can pass for a shielded one. */
export function withoutShieldCharacters<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replace(shieldCharacters, '\ufffd'));
}

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

const textShields: Record<string, (text: string, verbatim: boolean) => string> = {
  mrkdwn: shieldMrkdwn,
  plain_text: shieldPlainText,
  raw_text: shieldPlainText,
};

/** A copy of a block in which every text object shows in the library what it shows in Slack. */
export function shieldBlock(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(shieldBlock);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shieldBlock(inner)]));
  const shield = typeof copy.type === 'string' ? textShields[copy.type] : undefined;
  if (shield && typeof copy.text === 'string') {
    copy.text = shield(copy.text, copy.verbatim === true);
    // To Slack it means no links but explicit ones, which the shield sees to; to the library, no formatting at all.
    delete copy.verbatim;
  }
  return copy;
}
