import * as z from 'zod';
import { TransferApiError, type TransferApiErrorDetails, UserError } from '../errors.ts';
import { asText, JsonObject, parseTransaction, redact, Transaction } from './fields.ts';
import { bankList, createGet, type TransferApiOptions } from './request.ts';
import type { ServiceRequest } from './resilience.ts';
import type { ResponseBody, ServiceResponse } from './send.ts';

/** An answer with its age, if it came out of a cache between the bot and the service. */
export interface Aged {
  ageMs?: number | undefined;
}

export interface TransactionAnswer extends Aged {
  /** The fields of spec 2.2 that arrived with the type that the spec gives. */
  transaction: Transaction;
  /** The record as received, including fields beyond the spec, without the secret ones. */
  record: Record<string, unknown>;
  /** Names of the secret fields that were removed. */
  withheld: readonly string[];
}

/**
 * The spec shows no response for a requery, so this has all fields of the body under the names they arrived with,
 * except secret and personal ones.
 */
export interface RequeryAnswer extends Aged, ResponseBody {
  /** Set when the payload reads as the record of spec 2.2. */
  transaction: Transaction | undefined;
}

/** Set for a look-up that belongs to a batch, a watch or a list, instead of one waiting user. */
export type LookUpOptions = Pick<ServiceRequest, 'batch' | 'watch'>;

export type TransferApi = ReturnType<typeof createTransferApi>;

/** Creates the client for the spec's three operations. Each throws TransferApiError without a usable answer. */
export function createTransferApi(options: TransferApiOptions) {
  const get = createGet(options);
  return {
    /** Looks up a record (spec 4.1). @throws UserError when the reference cannot be part of a path */
    async transaction(reference: string, how?: LookUpOptions): Promise<TransactionAnswer> {
      const path = `/v1/transactions/reference/${pathSegment(reference)}`;
      const response = await get({ operation: 'transaction', asked: reference, ...how, path });
      const { data: record } = JsonObject.safeParse(payloadOf(response));
      if (!record) throw unexpected('wrong_data', response);
      const transaction = parseTransaction(record);
      if (transaction.reference !== reference) throw unexpected('another_reference', response);
      return { transaction, record, withheld: response.body.withheld, ageMs: response.ageMs };
    },

    /** Requeries a transfer (spec 4.2); `transactionId` is digits, and stays text. */
    async requery(transactionId: string, how?: LookUpOptions): Promise<RequeryAnswer> {
      const path = `/v1/transfer/tsq?${new URLSearchParams({ transactionId })}`;
      return readRequery(await get({ operation: 'requery', asked: transactionId, ...how, path }));
    },

    /** Reads the list of banks (spec 4.3). */
    async banks(): Promise<BankListAnswer> {
      const response = await get(bankList);
      const banks = payloadOf(response);
      if (!Array.isArray(banks)) throw unexpected('wrong_data', response);
      return readBankList(banks);
    },
  };
}

function unexpected(reason: TransferApiErrorDetails['reason'], { details }: ServiceResponse): TransferApiError {
  return new TransferApiError('unexpected_body', { ...details, reason });
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
 * Encodes a reference as one segment of a path, unless it could change the path. URL parsers resolve `.` and `..`, also
 * as `%2e` or in full-width characters that a later hop may normalise; and a later hop may decode `%2F` first. A lone
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

/** Reads a requery, without personal fields: unlike a record, it has no All Fields to show them to the asker alone. */
function readRequery(response: ServiceResponse): RequeryAnswer {
  const { body, ageMs } = response;
  const { success, message, payload: data, rest: others } = body;
  if (success === undefined && !isRecordOrList(data)) throw unexpected('wrong_data', response);
  const isEmpty = (data ?? null) === null && Object.keys(others).length === 0 && body.withheld.length === 0;
  if (success === false && isEmpty) throw rejected(response);
  const inData = redact({ payload: data }, 'personal');
  const { kept: rest, withheld: inRest } = redact(others, 'personal');
  const withheld = [...new Set([...body.withheld, ...inData.withheld, ...inRest])];
  const { payload } = inData.kept;
  return { success, message, payload, rest, withheld, ageMs, transaction: recordIn(payload) };
}

function isRecordOrList(data: unknown): boolean {
  return Array.isArray(data) || JsonObject.safeParse(data).success;
}

/** A payload counts as the record of spec 2.2 only when it has these four fields. */
function recordIn(payload: unknown): Transaction | undefined {
  const record = Transaction.safeParse(payload).data;
  const { reference, status, amount, sessionId } = record ?? {};
  return reference && status && amount && sessionId ? record : undefined;
}

/** A bank of spec 2.3, without `category`, which the spec does not explain. */
export interface Bank {
  institutionCode: string;
  institutionName: string;
}

export interface BankListAnswer {
  banks: Bank[];
  /** How many entries were left out because they are not banks of spec 2.3. */
  droppedCount: number;
  /** The left-out entries that have a name, and a code that is not six digits; at most `withoutCodeMax`. */
  withoutCode: readonly Bank[];
  /** What is wrong with the left-out entries, each fault once: names of fields, no values. */
  faults: readonly string[];
}

const folded = asText.transform((text) => text.replace(/\s+/g, ' ').trim()).catch('');
const none: Bank = { institutionCode: '', institutionName: '' };
const Entry: z.ZodType<Bank> = z.object({ institutionCode: folded, institutionName: folded }).catch(none);

const codeMax = 20;
/** Only a mostly unusable list, or one with tens of thousands of banks, has more entries without a code. */
const withoutCodeMax = 1_000;

/** Separates the banks of spec 2.3 from all other entries. */
function readBankList(entries: readonly unknown[]): BankListAnswer {
  const [banks, withoutCode]: [Bank[], Bank[]] = [[], []];
  const faults = new Set<string>();
  for (const entry of entries) {
    const bank = Entry.parse(entry);
    const { institutionCode: code, institutionName: name } = bank;
    const isCode = /^\d{6}$/.test(code);
    if (name === '') faults.add('institutionName is missing');
    if (!isCode) faults.add(`institutionCode is ${code === '' ? 'missing' : 'not six digits'}`);
    if (name === '') continue;
    if (isCode) banks.push(bank);
    else if (code !== '' && withoutCode.length < withoutCodeMax)
      withoutCode.push({ ...bank, institutionCode: code.slice(0, codeMax) });
  }
  return { banks, droppedCount: entries.length - banks.length, withoutCode, faults: [...faults] };
}
