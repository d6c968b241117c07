import { isLosslessNumber, stringify } from 'lossless-json';
import { cut, foldBlanks } from '../plain-text.ts';
import { isEmpty, isObject, scalarText } from '../transfers/json-values.ts';
import { amountField } from './amount-field.ts';
import type { Detail } from './block-form.ts';
import { fields, preformatted, section } from './blocks.ts';
import { bold, code, outside } from './mrkdwn.ts';

/** Shows JSON of an undocumented shape: scalars as labelled fields, the rest as received. */

const scalarMax = 500;
const jsonMax = 2000;
const fieldCountMax = 40;
const labelMax = 100;
/** Characters of all fields together: the rest of the card must fit beside them. */
const lengthMax = 7_000;

/** `feedbackDescription` → `Feedback description`, `NIP_session` → `NIP session`. */
export function labelOf(key: string): string {
  const words = key
    .slice(0, 200)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s_.-]+/)
    .filter((word) => word !== '')
    .map((word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()));
  const label = words.join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

type Entries = readonly (readonly [string, unknown])[];

/**
 * Shows the scalars of an object in its own order, nested objects one level deep, and everything else whole below. It
 * counts what does not fit.
 */
export function jsonFields(entries: Entries): Detail[] {
  const { short, below, leftOut } = fitting(entries);
  const rest = leftOut === 1 ? '1 more field is not shown here.' : `${leftOut} more fields are not shown here.`;
  return [...fields(short), ...below, ...(leftOut > 0 ? [section(rest)] : [])];
}

/** How many more of these `jsonFields` shows, `40 of 60 more values`; nothing where there are none. */
export function moreOf(entries: Entries, one: string): string {
  const { all, leftOut } = fitting(entries);
  if (all === 0) return '';
  const count = leftOut > 0 ? `${all - leftOut} of ${all}` : all;
  return `${count} more ${one}${all === 1 ? '' : 's'}`;
}

function fitting(entries: Entries) {
  const short: string[] = [];
  const below: Detail[] = [];
  const all = opened(entries);
  let length = 0;
  let leftOut = 0;
  for (const [label, name, value] of all) {
    const text = scalarText(value);
    const title = bold(outside(label, labelMax));
    const shown = text === undefined ? jsonText(value) : `${title}\n${amountField(name, value) ?? scalar(text)}`;
    if (length + shown.length > lengthMax || short.length === fieldCountMax) {
      leftOut += 1;
      continue;
    }
    length += shown.length;
    if (text === undefined) below.push(section(title), preformatted(shown));
    else short.push(shown);
  }
  return { short, below, leftOut, all: all.length };
}

/** What is not empty, nested objects one level deep: its label, its name and its value. */
function opened(entries: Entries): (readonly [string, string, unknown])[] {
  return entries
    .flatMap(([key, value]) =>
      isObject(value)
        ? Object.entries(value).map(
            ([inner, innerValue]) => [`${labelOf(key)} › ${labelOf(inner)}`, inner, innerValue] as const,
          )
        : [[labelOf(key), key, value] as const],
    )
    .filter(([, , value]) => !isEmpty(value));
}

const prettyDepth = 12;

/** JSON as received, with every digit; a long text is cut, with a note of how much was cut. */
export function jsonText(value: unknown): string {
  // No indent for deep nesting: a thousand levels would make megabytes of blanks out of a small body.
  const text = stringified(value);
  const shown = cut(text, jsonMax);
  const cutAway = text.length - shown.length;
  return cutAway > 0 ? `${shown}\n${cutAway} more characters` : text;
}

function stringified(value: unknown): string {
  try {
    return stringify(value, undefined, isDeeper(value, prettyDepth) ? undefined : 2) ?? '';
  } catch {
    return 'nested too deep to be shown'; // the stack overflowed
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** Shows a likely identifier as code, to be copied, and other text as words. */
function scalar(text: string): string {
  const folded = foldBlanks(text);
  return /^(?=.*\d)[\w./-]{4,}$/.test(folded) ? code(folded, scalarMax) : outside(folded, scalarMax);
}
