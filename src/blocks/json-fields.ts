import { isLosslessNumber, stringify } from 'lossless-json';
import { cut, foldBlanks } from '../text.ts';
import { amount, code, outside } from './mrkdwn.ts';

const jsonMax = 2000;
const labelMax = 100;

/** A name from outside as words: `feedbackDescription` → `feedback description`, `NIP_session` → `NIP session`. */
export function fieldLabel(name: string): string {
  const words = wordsOf(name).map((word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()));
  return outside(words.join(' '), labelMax);
}

function wordsOf(name: string): string[] {
  return name
    .slice(0, 200)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s_.-]+/)
    .filter((word) => word !== '');
}

/** A scalar within a line: a likely identifier as code, to be copied, an amount with separators, or words. */
export function fieldText(name: string, value: unknown, maxLength: number, currency?: string): string {
  const money = amountField(name, value, currency);
  if (money !== undefined) return money;
  const folded = foldBlanks(scalarText(value) ?? '');
  return /^(?=.*\d)[\w./-]{4,}$/.test(folded) ? code(folded, maxLength) : outside(folded, maxLength);
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

/** Other words after these make another thing of them: `chargeCode`, `feeBearer`. */
const amountWords = new Set(['amount', 'amounts', 'charge', 'charges', 'duty', 'fee', 'fees', 'surcharge']);
/** What is longer would be cut as an amount. */
const amountMax = 80;
/** Zeros at the front are those of a code. */
const plainNumber = /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * A plain number under a name that plainly is an amount's, as amounts are written everywhere; `undefined` for anything
 * else.
 */
export function amountField(name: string, value: unknown, currency?: string): string | undefined {
  const text = scalarText(value)?.trim();
  if (text === undefined || text.length > amountMax || !plainNumber.test(text) || !namesAmount(name)) return undefined;
  return amount(text, currency);
}

function namesAmount(name: string): boolean {
  return amountWords.has(wordsOf(name).at(-1)?.toLowerCase() ?? '');
}

/** The text of a scalar; `undefined` for null, an empty string, an object or an array. */
export function scalarText(value: unknown): string | undefined {
  if (isLosslessNumber(value) || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/** Null, an empty string, an empty object or list: nothing that could be shown. */
export function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  const hasNothing = (isObject(value) || Array.isArray(value)) && Object.keys(value).length === 0;
  return value === undefined || value === null || hasNothing;
}

/** The limit for the service's own words about a failed call, in characters. */
export const serviceTextMax = 200;

/** Quotes the service's own words, unless they could help an attacker; mrkdwn. */
export function quoteService(words: string): string {
  return showsInternalDetails(words)
    ? "The service's own words are withheld, as they show how it is made inside."
    : `"${outside(words, serviceTextMax)}"`;
}

/** What a system says only to the people who run it. The patterns expect one line, as `foldBlanks` makes it. */
const insides: readonly RegExp[] = [
  // Code, an address and a path: no sentence for people has them.
  /[{}\\]|\.<|::|:\/\/|\b[a-z][\w-]{0,80}:\d{4,5}\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|\blocalhost\b/i,
  /(?:^|[\s"'(=:])[~.]{0,2}\/[\w.@-]+\/|[\w.-]{1,80}\/[\w.-]{1,80}\/[\w.-]*[a-z]/i,
  // A name with dots: of a file, a class or a host.
  /[a-z\d]\.[a-z]{2}|[A-Z\d]\.[A-Z]{2}|\w\.[A-Z][a-z]+[A-Z]/,
  // An error's name, and a trace.
  /\w(?:Exception|Error)\b|\bE[A-Z]{7,}\b|\b(?:Traceback|Caused by|goroutine|panic|getaddrinfo|stack ?trace)\b/,
  /\bof undefined\b|\bnull pointer|\bsegmentation fault\b/i,
  // A query.
  /SQL|\bORA-\d|\bselect (?:distinct )?[\w."*]+(?: ?, ?[\w."*]+)* from\b|\b(?:insert into|delete from) \w|\bupdate \S+ set\b/i,
  /\b(?:relation|column|table) ["'\w]+ (?:does not|doesn't) exist|\bduplicate (?:entry|key)\b|\bconstraint\b/i,
  /\bsyntax error\b|\bunknown (?:column|table|database)\b/i,
];

/** Whether a text shows the service's internals: a stack trace, a query, a file's path or an address. */
export function showsInternalDetails(words: string): boolean {
  const line = foldBlanks(words);
  return insides.some((pattern) => pattern.test(line));
}
