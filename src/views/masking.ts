import type { TransactionAnswer } from '../transfer-api/client.ts';
import type { Transaction } from '../transfer-api/schemas.ts';
import { isEmpty, isObject, scalarText } from './json-fields.ts';

/** How account numbers appear where a whole channel reads. */
export type ShareAccountNumbers = 'masked' | 'full' | 'never';

/** The last four digits; the rest only says that there was more. */
export function maskAccount(account: string, mode: ShareAccountNumbers): string {
  if (mode === 'never') return '';
  const text = account.trim();
  if (mode === 'full' || text === '') return text;
  return text.length > 4 ? `••${text.slice(-4)}` : '••';
}

/** `Jane Mary Doe` → `J. M. D.` */
export function initials(name: string): string {
  const words = name.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  return words.map((word) => `${[...word][0]}.`).join(' ');
}

/**
 * What may be read by everybody in a channel: by named field, never by what a value looks like. Status, amount, banks,
 * reference and session stay whole. What people wrote freely, and what the spec does not explain, can hold
 * anybody's name and number: it stays with the one who asked.
 */
export function maskForChannel({ transaction }: TransactionAnswer, mode: ShareAccountNumbers): TransactionAnswer {
  const account = (text: string | undefined) => text && maskAccount(text, mode);
  const name = (text: string | undefined) => text && initials(text);
  const masked: Transaction = {
    ...transaction,
    destinationAccountNumber: account(transaction.destinationAccountNumber),
    destinationAccountName: name(transaction.destinationAccountName),
    sourceAccountNumber: account(transaction.sourceAccountNumber),
    sourceAccountName: name(transaction.sourceAccountName),
    description: undefined,
    accountId: undefined,
    utilityType: undefined,
    details: undefined,
    stampDuty: undefined,
    userId: undefined,
  };
  return { transaction: masked, record: {} };
}

const bankField = /(?:bank|institution)_?(?:name|code)?$/i;
const accountField = /account_?(?:number|no)$/i;
const nameField = /name$/i;
/** What a requery may say to everybody: states, codes, amounts, times and the identifiers of the transfer itself. */
const openField =
  /(?:status|success|code|amount|fee|charge|currency|reference|session|session_?id|transaction_?id|type|category|channel|date|time|[a-z]At|flag|attempts|retries|(?:status|response|feedback|error)_?(?:message|description|reason))$/i;

export interface MaskedFields {
  entries: [string, unknown][];
  /** How many fields were left out. */
  hiddenCount: number;
}

/** The same for a body whose shape nobody promised: what is not known to be open stays with the one who asked. */
export function maskFields(entries: readonly (readonly [string, unknown])[], mode: ShareAccountNumbers): MaskedFields {
  let hiddenCount = 0;
  const shown = entries.flatMap(([key, value]): [string, unknown][] => {
    if (isObject(value)) {
      const inner = maskFields(Object.entries(value), mode);
      hiddenCount += inner.hiddenCount;
      return inner.entries.length === 0 ? [] : [[key, Object.fromEntries(inner.entries)]];
    }
    const text = scalarText(value);
    if (text === undefined && isEmpty(value)) return [];
    if (text !== undefined && bankField.test(key)) return [[key, value]];
    if (text !== undefined && accountField.test(key)) return [[key, maskAccount(text, mode)]];
    if (text !== undefined && nameField.test(key)) return [[key, initials(text)]];
    if (text !== undefined && openField.test(key)) return [[key, value]];
    hiddenCount += 1;
    return [];
  });
  return { entries: shown, hiddenCount };
}
