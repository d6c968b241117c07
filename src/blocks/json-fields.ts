import { stringify } from 'lossless-json';
import { foldBlanks } from '../text.ts';
import { isObjectOrArray, textOf } from '../transfer-service/fields.ts';
import { amount, code, safeText } from './mrkdwn.ts';

const fieldLabelMax = 100;

/**
 * Splits a field name into words: `feedbackDescription` → `feedback description`, `NIP_session` →
 * `NIP session`.
 */
export function fieldLabel(name: string): string {
  const words = splitFieldName(name).map((word) =>
    /^(?:[Ii]d|\p{Lu}{2,})$/u.test(word) ? word.toUpperCase() : word.toLowerCase(),
  );
  return safeText(words.join(' '), fieldLabelMax);
}

function splitFieldName(name: string): string[] {
  return name
    .slice(0, 200)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s_.-]+/)
    .filter((word) => word !== '');
}

/**
 * Formats a scalar for a line: amounts with separators, likely identifiers as code (easy to copy),
 * others as text.
 */
export function fieldText(
  name: string,
  value: unknown,
  maxLength: number,
  currency?: string,
): string {
  const money = amountField(name, value, currency);
  if (money !== undefined) return money;

  const folded = foldBlanks(scalarText(value) ?? '');
  return /^(?=.*\d)[\w./-]{4,}$/.test(folded)
    ? code(folded, maxLength)
    : safeText(folded, maxLength);
}

const prettyDepth = 12;

/**
 * Formats JSON with every digit as received. Deep nesting is not indented: a thousand levels would
 * turn a small body into megabytes of spaces.
 */
export function jsonText(value: unknown): string {
  try {
    return stringify(value, undefined, isDeeper(value, prettyDepth) ? undefined : 2) ?? '';
  } catch {
    return 'nested too deep to be shown'; // the stack overflowed
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (!isObjectOrArray(value)) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/**
 * Last words of an amount field's name. Before another word they mean something else: `chargeCode`,
 * `feeBearer`.
 */
const amountWords = new Set([
  'amount',
  'amounts',
  'charge',
  'charges',
  'duty',
  'fee',
  'fees',
  'surcharge',
]);
/** The longest number to format as an amount, in characters: `amount` would cut a longer one. */
const amountMax = 80;
/** Matches a number without leading zeros: a number that has them is a code. */
const plainNumber = /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * Formats a plain number as an amount if the field's name ends with a word for an amount; else
 * returns `undefined`.
 */
export function amountField(name: string, value: unknown, currency?: string): string | undefined {
  const text = scalarText(value)?.trim();
  if (
    text === undefined ||
    text.length > amountMax ||
    !plainNumber.test(text) ||
    !namesAmount(name)
  )
    return undefined;

  return amount(text, currency);
}

function namesAmount(name: string): boolean {
  return amountWords.has(splitFieldName(name).at(-1)?.toLowerCase() ?? '');
}

/** Returns the text of a scalar; `undefined` for null, an empty string, an object or an array. */
export function scalarText(value: unknown): string | undefined {
  const text = textOf(value);
  return text?.trim() ? text : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return isObjectOrArray(value) && !Array.isArray(value);
}

/** Whether there is nothing to show: undefined, null, or an empty string, object or array. */
export function isEmpty(value: unknown): boolean {
  if (isObjectOrArray(value)) return Object.keys(value).length === 0;
  return scalarText(value) === undefined;
}

/** Maximum characters of the service's error message that are shown. */
export const serviceTextMax = 200;

/**
 * Quotes the service's error message in mrkdwn, or withholds it if it shows internals that could
 * help an attacker.
 */
export function quoteOrWithholdMessage(words: string): string {
  return showsInternalDetails(words)
    ? "The service's own words are withheld, as they show how it is made inside."
    : `"${safeText(words, serviceTextMax)}"`;
}

/**
 * Patterns of internal details meant only for the service's operators, in a text of one line
 * (`foldBlanks`).
 */
const internalDetails: readonly RegExp[] = [
  // Code, addresses and paths: a message for users contains none.
  /[{}\\]|\.<|::|:\/\/|\b[a-z][\w-]{0,80}:\d{4,5}\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|\blocalhost\b/i,
  /(?:^|[\s"'(=:])[~.]{0,2}\/[\w.@-]+\/|[\w.-]{1,80}\/[\w.-]{1,80}\/[\w.-]*[a-z]/i,
  // Dotted names of files, classes or hosts.
  /[a-z\d]\.[a-z]{2}|[A-Z\d]\.[A-Z]{2}|\w\.[A-Z][a-z]+[A-Z]/,
  // Error names and stack traces.
  /\w(?:Exception|Error)\b|\bE[A-Z]{7,}\b|\b(?:Traceback|Caused by|goroutine|panic|getaddrinfo|stack ?trace)\b/,
  /\bof undefined\b|\bnull pointer|\bsegmentation fault\b/i,
  // SQL.
  /SQL|\bORA-\d|\bselect (?:distinct )?[\w."*]+(?: ?, ?[\w."*]+)* from\b|\b(?:insert into|delete from) \w|\bupdate \S+ set\b/i,
  /\b(?:relation|column|table) ["'\w]+ (?:does not|doesn't) exist|\bduplicate (?:entry|key)\b|\bconstraint\b/i,
  /\bsyntax error\b|\bunknown (?:column|table|database)\b/i,
];

/**
 * Whether a text shows the service's internals: a stack trace, a query, a file's path or an
 * address.
 */
export function showsInternalDetails(words: string): boolean {
  const line = foldBlanks(words);
  return internalDetails.some((pattern) => pattern.test(line));
}
