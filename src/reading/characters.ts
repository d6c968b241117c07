import { UserError } from '../errors.ts';
import { openEscaped } from './addresses.ts';
import { labelKind } from './labels.ts';
import { isPlaceholder, numberShape } from './shapes.ts';

/**
 * Reduces pasted text to what the person means. Slack escapes `&<>` and wraps numbers and addresses in links; people
 * bring quotes, backticks, labels, and look-alikes of blanks and dashes.
 */
export function cleanInput(text: string): string {
  const plain = plainCharacters(unescapeEntities(unwrapLinks(text.slice(0, typedMax))));
  const one = unwrap(plain, (wrapped) => stripSurroundings(stripLabel(wrapped))); // the quotes of `"ref":"X"` are no pair
  return severalThings.test(one) ? unwrap(plain, stripSurroundings) : one;
}

/** Of several things a label says which is the reference, so it stays. */
const severalThings = /[\s,;|&{}]/;

function unwrap(text: string, strip: (wrapped: string) => string): string {
  let unwrapped = text;
  for (let round = 0; round < wrappingsMax; round += 1) {
    const stripped = strip(unwrapped).trim();
    if (stripped === unwrapped) break;
    unwrapped = stripped;
  }
  return unwrapped;
}

const wrappingsMax = 8;

/** `<tel:+2348012|08012>` → `08012`, `<https://a.example>` → `https://a.example`; what a link is called, and where it leads. */
function unwrapLinks(text: string): string {
  return text.replace(
    /<(tel|mailto|https?):([^|<>]*)(?:\|([^<>]*))?>/g,
    (_whole, scheme: string, address: string, label?: string) => {
      if (!scheme.startsWith('http')) return label ?? address;
      if (label === undefined) return `${scheme}:${address}`;
      return address === `//${label}` ? label : `${label} ${scheme}:${address}`;
    },
  );
}

function unescapeEntities(text: string): string {
  return text.replace(/&(lt|gt|quot|amp);/g, (_entity, name: string) => entities[name] ?? '');
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };

function plainCharacters(text: string): string {
  return plainHyphens(withoutInvisible(text))
    .replace(/\u2014/g, /\s/.test(text.trim()) ? '\u2014' : '-') // between words it is no hyphen
    .replace(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replace(/[\u201c-\u201f\u00ab\u00bb]/g, '"')
    .replace(/\s+/g, text.trim().includes('\n') ? foldInRows : () => ' ')
    .trim();
}

/** Lines tell rows apart, and tabs or several blanks cells. */
function foldInRows(run: string): string {
  if (run.includes('\n')) return '\n';
  if (run.includes('\t')) return run.replace(/[^\t]/g, '');
  return run.length > 1 ? '\t' : ' ';
}

function stripSurroundings(text: string): string {
  let end = text.length;
  while (text[end - 1] === ',' || text[end - 1] === ';') end -= 1;
  return text
    .slice(0, end)
    .replace(/^([`"'])(.+)\1$/s, (whole, _mark, inner: string) => (isPair(inner) ? inner : whole))
    .replace(/^[([{](.+)[)\]}]$/s, '$1');
}

/** The first and the last quote of `"a","b"` are no pair. */
function isPair(inner: string): boolean {
  return !/[^\s"'`,;]["'`][,;|\s]{1,9}["'`][^\s"'`,;]/.test(inner);
}

const prefix = '(?:(?:transaction|transfer|txn|trx|payment)[ _]?)?';
const labels = (named: string) => `${prefix}(?:${named})(?: ?(?:no\\.?|number|id))?`;
const labelled = (named: string) => [
  new RegExp(`^(?:(["'])${labels(named)}\\1 ?[:=]|${labels(named)}(?: ?[:=]| #)) *`, 'i'),
  new RegExp(`^${labels(named)} (?=\\S+$)(?=\\D*\\d)`, 'i'),
];
const reference = labelled('ref(?:erence)?');
const identifier = labelled('id');
const session = labelled('session');

/**
 * `Ref: X`, `transactionId=1`, `"reference":"X"`, `Reference X1`. A number that is no reference keeps the label that says
 * so, and so does what stands for none.
 */
function stripLabel(text: string): string {
  const bare = without(reference, text);
  if (bare !== text) return isPlaceholder(bare) ? text : bare;
  const named = without([...identifier, ...session], text);
  const shape = numberShape(stripEnds(named, /\W/, /\W/));
  return shape === 'session' || shape === 'identifier' ? text : named;
}

/** For a reader who takes nothing but identifiers: `Transaction ID: 12345698690885579`. */
export function withoutIdentifierLabel(text: string): string {
  return without(identifier, text);
}

function without(patterns: readonly RegExp[], text: string): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, ''), text);
}

/**
 * What people and other apps write, as its plain characters: Slack's wrappers are undone, and what JSON and addresses
 * escape is opened. Lines and columns stay, as they tell rows apart. The patterns stop at `<`, which Slack escapes within its wrappers:
 * otherwise a text full of `<` would be read once for each.
 */
export function pastedText(text: string): string {
  const unnamed = /<(?:(?:mailto|tel):[^|<>]*|[@#!][^<>]*)>/g;
  const unescaped = unescapeEntities(unwrapLinks(text.replace(unnamed, ' ')))
    .replace(/\\[nrt]/g, '\n')
    .replace(/\\(["/])/g, '$1');
  return plainHyphens(withoutInvisible(openEscaped(unescaped)))
    .replace(/[\u2018-\u201f\u00ab\u00bb\u2039\u203a\u00b4]/g, '"')
    .replace(emoji, ' ');
}

/** `:point_right:`, and not the colons of `ref:garo-8f3k2j1:failed` or `10:30:45`. */
const emoji = /(?<![^\s:]):[a-z][a-z\d_+'-]{0,60}:(?=[\s:]|$)/g;

/** Characters that are not seen: soft hyphens, zero-width ones and those that steer the direction of text. */
function withoutInvisible(text: string): string {
  return text.replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '');
}

/** Hyphens, short dashes and minus signs of all kinds become the plain one; a long dash stays. */
function plainHyphens(text: string): string {
  return text.replace(/[\u2010-\u2013\u2015\u2212\ufe58\ufe63\uff0d]/g, '-');
}

/** The most characters that Slack's own composer takes: nobody types a longer text. */
export const typedMax = 12_000;

/** @throws UserError when the text is longer than Slack's own composer takes */
export function assertTyped(text: string): void {
  if (text.length <= typedMax) return;
  throw new UserError(
    `That is ${text.length.toLocaleString('en')} characters long, and ${typedMax.toLocaleString('en')} is the most. Ask with the references alone.`,
  );
}

/**
 * Strips matching characters from both ends, in linear time. A regular expression for a run before the end takes
 * quadratic time: it tries each character of every run in the middle.
 * @param before matches one character to strip from the start
 * @param behind matches one character to strip from the end
 */
export function stripEnds(text: string, before: RegExp, behind: RegExp): string {
  let [start, end] = [0, text.length];
  while (start < end && before.test(text.charAt(start))) start += 1;
  while (end > start && behind.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const separators = ['\t', '|', ',', ';'];
const cellMax = 100;

/**
 * Rows below a heading that says which column has the references become a labelled line each; what the other columns
 * hold is no reference, whatever it looks like.
 */
export function openTables(text: string): string {
  const lines = text.split('\n');
  const opened: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const heading = headingOf(line);
    if (!heading) {
      opened.push(line);
      continue;
    }
    for (; at + 1 < lines.length; at += 1) {
      const row = lines[at + 1] ?? '';
      const cells = cellsOf(row, heading.separator);
      if (cells.length !== heading.count) break;
      for (const { column, label } of heading.columns) opened.push(`${label}: ${cells[column] ?? ''} ;`);
    }
  }
  return opened.join('\n');
}

interface Heading {
  separator: string;
  /** Of all columns. */
  count: number;
  columns: { column: number; label: string }[];
}

/** A line of words alone, of which one says `Reference`. */
function headingOf(line: string): Heading | undefined {
  if (/\d/.test(line)) return undefined;
  for (const separator of separators) {
    const cells = cellsOf(line, separator);
    const kinds = cells.map(labelKind);
    if (cells.length < 2 || !kinds.includes('reference')) continue;
    const columns = kinds.flatMap((kind, column) =>
      kind === 'reference' || kind === 'identifier'
        ? [{ column, label: kind === 'reference' ? 'reference' : 'transaction id' }]
        : [],
    );
    return { separator, count: cells.length, columns };
  }
  return undefined;
}

/** A separator within quotes is part of its cell. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else if (cell.length <= cellMax) cell += character;
  }
  return [...cells, cell.trim()];
}
