import { scalarText } from '../transfers/json-values.ts';
import { amount } from './amount.ts';

/** Other words after these make another thing of them: `chargeCode`, `feeBearer`. */
const lastWords = new Set(['amount', 'amounts', 'charge', 'charges', 'fee', 'fees', 'surcharge']);
/** The same in names that do not tell their words apart. */
const glued = /^(?:stampduty|(?:net|gross|total|transaction|transfer|settlement|settled|debit|credit)amount)$/;
/** What is longer would be cut as an amount. */
const longest = 80;
/** Zeros at the front are those of a code. */
const plainNumber = /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * A plain number under a name that plainly is an amount's, as amounts are written everywhere; `undefined` for anything
 * else. It names no currency: an undocumented field may count another one, or its hundredths.
 */
export function amountField(name: string, value: unknown): string | undefined {
  const text = scalarText(value)?.trim();
  if (text === undefined || text.length > longest || !plainNumber.test(text) || !namesAmount(name)) return undefined;
  return amount(text);
}

function namesAmount(name: string): boolean {
  const words = name
    .slice(0, 200)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[\s_.-]+/)
    .filter((word) => word !== '');
  return lastWords.has(words.at(-1) ?? '') || glued.test(words.join(''));
}
