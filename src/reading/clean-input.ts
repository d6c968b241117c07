import { typedMax } from './typed.ts';

/**
 * Reduces pasted text to what the person means. Slack escapes `&<>` and wraps numbers and addresses in links; people
 * bring quotes, backticks, labels, and look-alikes of blanks and dashes.
 */
export function cleanInput(text: string): string {
  if (isWord.test(text)) return text;
  let cleaned = plainCharacters(unescapeEntities(unwrapLinks(text.slice(0, typedMax))));
  for (let round = 0; round < wrappingsMax; round += 1) {
    const stripped = stripSurroundings(stripLabel(cleaned)).trim(); // the quotes of `"ref":"X"` are not a pair
    if (stripped === cleaned) break;
    cleaned = stripped;
  }
  return cleaned;
}

/** A bare word, as most questions are: nothing to clean. */
const isWord = /^[\w-]{1,200}$/;

const wrappingsMax = 8;

/** `<tel:+2348012|08012>` → `08012`, `<https://a.example>` → `https://a.example`. */
function unwrapLinks(text: string): string {
  return text.replace(/<(?:tel|mailto|https?):([^|<>]*)(?:\|([^<>]*))?>/g, (whole, address: string, label?: string) => {
    if (label !== undefined) return label;
    return whole.startsWith('<http') ? whole.slice(1, -1) : address;
  });
}

function unescapeEntities(text: string): string {
  return text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
}

function plainCharacters(text: string): string {
  return text
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '') // invisible
    .replace(/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-')
    .replace(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replace(/[\u201c-\u201f\u00ab\u00bb]/g, '"')
    .replace(/\s+/g, ' ')
    .trim();
}

function stripSurroundings(text: string): string {
  let end = text.length;
  while (text[end - 1] === ',' || text[end - 1] === ';') end -= 1;
  return text
    .slice(0, end)
    .replace(/^([`"'])(.+)\1$/, '$2')
    .replace(/^[([{](.+)[)\]}]$/, '$1');
}

const labels = '(?:(?:transaction|txn|trx|payment)[ _]?)?(?:ref(?:erence)?|id|session)(?: ?(?:no\\.?|number|id))?';
const labelled = new RegExp(`^(?:(["'])${labels}\\1 ?[:=]|${labels}(?: ?[:=]| #)) *`, 'i');
const labelledByBlank = new RegExp(`^${labels} (?=\\S+$)(?=\\D*\\d)`, 'i');

/** `Ref: X`, `transactionId=1`, `"reference":"X"`, `Reference X1`. */
function stripLabel(text: string): string {
  return text.replace(labelled, '').replace(labelledByBlank, '');
}
