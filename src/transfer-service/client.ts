import { TransferApiError, type TransferApiErrorDetails, UserError } from '../errors.ts';
import { explainPersonal, explainSession, personalKind } from '../reading/personal.ts';
import { isSession } from '../reading/shapes.ts';
import type { ServiceRequest } from './bulkhead.ts';
import { asObject, parseTransaction, redact, type Transaction, textOf } from './fields.ts';
import type { ResponseBody, ServiceResponse } from './response.ts';
import { bankList, createGet, type TransferApiOptions } from './token-and-address.ts';

/** An answer that carries its age if it came from a cache between the bot and the service. */
export interface Aged {
  ageMs?: number | undefined;
}

/** What is to be said of an answer as a whole. */
interface Received extends Aged {
  /** Whether bytes of the answer were no characters, and became U+FFFD. */
  isGarbled?: boolean;
}

export interface TransactionAnswer extends Received {
  /**
   * The record's known fields (API spec, section 2.2): scalars of any type as text, and times that
   * could be read.
   */
  transaction: Transaction;
  /**
   * The record as received, including fields that are not in the API spec, but without the secret
   * fields.
   */
  record: Record<string, unknown>;
  /** Names of the secret fields that were removed. */
  withheld: readonly string[];
}

/**
 * The API spec does not show what a requery returns, so this has all fields of the response's body,
 * under the names they arrived with, except secret and personal fields.
 */
export interface RequeryAnswer extends Received, ResponseBody {
  /** Set if the payload looks like a record (API spec, section 2.2). */
  transaction: Transaction | undefined;
}

/**
 * Options of a look-up for a table, a watch or a list; omit them if one user is waiting for the
 * look-up.
 */
export type LookUpOptions = Pick<ServiceRequest, 'table' | 'background'>;

export type TransferApi = ReturnType<typeof createTransferApi>;

/**
 * Creates a client for the API spec's three operations. Each throws TransferApiError if it gets no
 * usable answer.
 */
export function createTransferApi(options: TransferApiOptions) {
  const get = createGet(options);
  return {
    /**
     * Looks up a record (API spec, section 4.1). @throws UserError if the reference cannot be part
     * of a URL's path, or holds a key or something personal
     */
    async transaction(reference: string, how?: LookUpOptions): Promise<TransactionAnswer> {
      assertNotPersonal(reference);

      const path = `/v1/transactions/reference/${pathSegment(reference)}`;
      const response = await get({ operation: 'transaction', asked: reference, ...how, path });
      const record = asObject(payloadOf(response));
      if (!record) throw unexpected('wrong_data', response);

      const transaction = parseTransaction(record);
      if (!isSameReference(transaction.reference, reference))
        throw unexpected('another_reference', response, transaction.reference);

      const { body, ageMs, isGarbled } = response;
      return { transaction, record, withheld: body.withheld, ageMs, isGarbled };
    },

    /**
     * Requeries a transfer (API spec, section 4.2). `transactionId` consists of digits, but stays
     * text. @throws UserError if it is something personal, as a card number
     */
    async requery(transactionId: string, how?: LookUpOptions): Promise<RequeryAnswer> {
      assertNotPersonal(transactionId);
      const path = `/v1/transfer/tsq?${new URLSearchParams({ transactionId })}`;
      return readRequery(await get({ operation: 'requery', asked: transactionId, ...how, path }));
    },

    /** Gets the list of banks (API spec, section 4.3). */
    async banks(): Promise<BankListAnswer> {
      const response = await get(bankList);
      const banks = payloadOf(response);
      if (!Array.isArray(banks)) throw unexpected('wrong_data', response);
      return readBankList(banks);
    },
  };
}

/**
 * Whether a record is the one that was looked up. A service may look up without regard to letter
 * case, and a phone capitalizes: a difference in case alone is none.
 */
export function isSameReference(stated: string | undefined, asked: string): boolean {
  return stated?.toLowerCase() === asked.toLowerCase();
}

/**
 * Every look-up passes here: those of buttons, stored lists and watches, and of an operator's
 * pattern too.
 * @throws UserError
 */
function assertNotPersonal(asked: string): void {
  const kind = personalKind(asked);
  if (kind !== undefined) throw new UserError(explainPersonal(kind));
  if (isSession(asked)) throw new UserError(explainSession);
}

function unexpected(
  reason: TransferApiErrorDetails['reason'],
  { details }: ServiceResponse,
  stated?: string,
): TransferApiError {
  return new TransferApiError('unexpected_body', { ...details, reason, stated });
}

function rejected({ details, body }: ServiceResponse): TransferApiError {
  return new TransferApiError('rejected', { ...details, serviceMessage: body.message });
}

/** @throws TransferApiError unless the body is an envelope whose `success` is true */
function payloadOf(response: ServiceResponse): unknown {
  const { success, payload } = response.body;
  if (success === undefined) throw unexpected('not_an_envelope', response);
  if (!success) throw rejected(response);
  return payload;
}

/**
 * Encodes a reference as one segment of a path, or throws if the reference could change the path.
 * URL parsers resolve `.` and `..`, even if written as `%2e`; a later server may normalise
 * full-width characters to dots and slashes, or decode `%2F` before it splits the path. A lone
 * surrogate cannot be encoded at all.
 * @throws UserError
 */
function pathSegment(reference: string): string {
  const segments = reference.normalize('NFKC').split(/[/\\]|%2f|%5c/i);
  if (
    reference === '' ||
    segments.some((segment) => /^(?:\.|%2e)+$/i.test(segment)) ||
    /\p{Surrogate}/u.test(reference)
  )
    throw new UserError('That cannot be a reference. Check what was pasted.');

  return encodeURIComponent(reference);
}

/**
 * Reads a requery without personal fields: only the asker may see them, in All Fields, which
 * requeries don't have.
 */
function readRequery(response: ServiceResponse): RequeryAnswer {
  const { body, ageMs, isGarbled } = response;
  const { success, message, payload: data, rest: others } = body;
  if (success === undefined && !isRecordOrList(data)) throw unexpected('wrong_data', response);

  const hasData = data !== undefined && data !== null;
  const isEmpty = !hasData && Object.keys(others).length === 0 && body.withheld.length === 0;
  if (success === false && isEmpty) throw rejected(response);

  const { kept: payload, withheld: inData } = redact(data, 'personal');
  const { kept: rest, withheld: inRest } = redact(others, 'personal');
  const withheld = [...new Set([...body.withheld, ...inData, ...inRest])];

  return {
    success,
    message,
    payload,
    rest: asObject(rest) ?? {},
    withheld,
    ageMs,
    isGarbled,
    transaction: recordIn(payload),
  };
}

function isRecordOrList(data: unknown): boolean {
  return Array.isArray(data) || asObject(data) !== undefined;
}

/**
 * Returns a payload as a record (API spec, section 2.2) only if it has the four fields checked
 * here.
 */
function recordIn(payload: unknown): Transaction | undefined {
  const record = asObject(payload) ?? {};
  const { reference, status, amount, sessionId } = record;
  const isRecord = [reference, status, amount, sessionId].every(textOf);
  return isRecord ? parseTransaction(record) : undefined;
}

/** A bank (API spec, section 2.3), without its `category`, which the spec does not explain. */
export interface Bank {
  institutionCode: string;
  institutionName: string;
}

export interface BankListAnswer {
  banks: Bank[];
  /** How many entries were left out because they are not valid banks (API spec, section 2.3). */
  droppedCount: number;
  /**
   * The left-out entries that have a name and a code, where the code is not six digits; at most
   * `invalidCodesMax`.
   */
  withInvalidCode: readonly Bank[];
  /**
   * What is wrong with the left-out entries, each fault once. A fault names a field, and quotes no
   * value.
   */
  faults: readonly string[];
}

const bankCodeMax = 20;
/**
 * The limit for `withInvalidCode`. Only a mostly unusable list, or one with tens of thousands of
 * banks, exceeds it.
 */
const invalidCodesMax = 1_000;

/** Splits the response into valid bank entries (API spec, section 2.3) and everything else. */
function readBankList(entries: readonly unknown[]): BankListAnswer {
  const banks: Bank[] = [];
  const withInvalidCode: Bank[] = [];
  const faults = new Set<string>();

  for (const entry of entries) {
    const { institutionCode, institutionName } = asObject(entry) ?? {};
    const code = foldedText(institutionCode);
    const name = foldedText(institutionName);
    const isCode = /^\d{6}$/.test(code);

    if (name === '') faults.add('institutionName is missing');
    if (!isCode) faults.add(`institutionCode is ${code === '' ? 'missing' : 'not six digits'}`);

    if (name === '') continue;

    if (isCode) banks.push({ institutionCode: code, institutionName: name });
    else if (code !== '' && withInvalidCode.length < invalidCodesMax)
      withInvalidCode.push({ institutionCode: code.slice(0, bankCodeMax), institutionName: name });
  }

  return {
    banks,
    droppedCount: entries.length - banks.length,
    withInvalidCode,
    faults: [...faults],
  };
}

function foldedText(value: unknown): string {
  return (textOf(value) ?? '').replace(/\s+/g, ' ').trim();
}
