import { numberShape } from './number-shape.ts';
import { isPlaceholder } from './placeholders.ts';
import { plainHyphens, withoutInvisible } from './plain-characters.ts';
import { stripEnds } from './strip-ends.ts';
import { typedMax } from './typed.ts';

/**
 * Reduces pasted text to what the person means. Slack escapes `&<>` and wraps numbers and addresses in links; people
 * bring quotes, backticks, labels, and look-alikes of blanks and dashes.
 */
export function cleanInput(text: string): string {
  if (isClean.test(text)) return text;
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

/** A bare word, or plain words, as most questions are: a label is told by a mark or a digit, and here is neither. */
const isClean = /^(?=.{1,200}$)(?:[\w-]+|[a-z]+(?: [a-z]+)*)$/i;

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
  return text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
}

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
  return shape === 'session id' || shape === 'identifier' ? text : named;
}

/** For a reader who takes nothing but identifiers: `Transaction ID: 12345698690885579`. */
export function withoutIdentifierLabel(text: string): string {
  return without(identifier, text);
}

function without(patterns: readonly RegExp[], text: string): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, ''), text);
}
