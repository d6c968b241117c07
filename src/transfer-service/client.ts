import * as z from 'zod';
import { TransferApiError, type TransferApiErrorDetails, UserError } from '../errors.ts';
import { asText, JsonObject, redact, Transaction, transactionOf } from './fields.ts';
import { bankList, createGet, type TransferApiOptions } from './request.ts';
import type { Question } from './resilience.ts';
import type { Body, ServiceResponse } from './send.ts';

/** An answer that a cache on the way kept says how old it is. */
export interface Aged {
  ageMs?: number | undefined;
}

export interface TransactionAnswer extends Aged {
  /** The fields of spec 2.2 that arrived with the type that the spec gives. */
  transaction: Transaction;
  /** The record as received, including fields beyond the spec, without the secret ones. */
  record: Record<string, unknown>;
  /** The names of the secret fields. */
  withheld: readonly string[];
}

/**
 * The spec shows no response for a requery, so this has the body's fields under the names they arrived with, but none of
 * the secret and personal ones.
 */
export interface RequeryAnswer extends Aged, Body {
  /** Set when the payload reads as the record of spec 2.2. */
  transaction: Transaction | undefined;
}

/** For whom a look-up is, where nobody waits for it alone. */
export type LookUpOptions = Pick<Question, 'batch' | 'watch'>;

export type TransferApi = ReturnType<typeof createTransferApi>;

/** The three operations of the spec. Each throws TransferApiError when there is no usable answer. */
export function createTransferApi(options: TransferApiOptions) {
  const get = createGet(options);
  return {
    /** Spec 4.1. @throws UserError when the reference cannot be part of a path */
    async transaction(reference: string, how?: LookUpOptions): Promise<TransactionAnswer> {
      const path = `/v1/transactions/reference/${pathSegment(reference)}`;
      const response = await get({ operation: 'transaction', asked: reference, ...how, path });
      const { data: record } = JsonObject.safeParse(payloadOf(response));
      if (!record) throw unexpected('wrong_data', response);
      const transaction = transactionOf(record);
      if (transaction.reference !== reference) throw unexpected('another_reference', response);
      return { transaction, record, withheld: response.body.withheld, ageMs: response.ageMs };
    },

    /** Spec 4.2; `transactionId` is digits, and stays text. */
    async requery(transactionId: string, how?: LookUpOptions): Promise<RequeryAnswer> {
      const path = `/v1/transfer/tsq?${new URLSearchParams({ transactionId })}`;
      return readRequery(await get({ operation: 'requery', asked: transactionId, ...how, path }));
    },

    /** Spec 4.3. */
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

/** @throws TransferApiError unless it came in an envelope that says success */
function payloadOf(response: ServiceResponse): unknown {
  const { success, payload } = response.body;
  if (success === undefined) throw unexpected('not_an_envelope', response);
  if (!success) throw rejected(response);
  return payload;
}

/**
 * A reference as a part of a path, unless it could change the path. URL parsers resolve `.` and `..`, also written as
 * `%2e` or in a wide form that a later hop may normalise; and a later hop may decode `%2F` first. A lone surrogate
 * cannot be encoded at all.
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

/** A requery has no All Fields for the asker, so personal fields are shown to nobody. */
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

/** Spec 2.3. The spec does not explain `category`, so it is not read. */
export interface Bank {
  institutionCode: string;
  institutionName: string;
}

export interface BankListAnswer {
  banks: Bank[];
  /** How many entries were left out because they are not banks of spec 2.3. */
  droppedCount: number;
  /** Those of them with a name and a code that is not six digits; at most `withoutCodeMax`. */
  withoutCode: readonly Bank[];
  /** What is wrong with those, each once: names, no values. */
  faults: readonly string[];
}

const folded = asText.transform((text) => text.replace(/\s+/g, ' ').trim()).catch('');
const none: Bank = { institutionCode: '', institutionName: '' };
const Entry: z.ZodType<Bank> = z.object({ institutionCode: folded, institutionName: folded }).catch(none);

const codeMax = 20;
/** In a list of which more lack a code, most is left out, or it has tens of thousands. */
const withoutCodeMax = 1_000;

/** Keeps what is a bank of spec 2.3. */
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
