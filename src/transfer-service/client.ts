import * as z from 'zod';
import { TransferApiError, UserError } from '../errors.ts';
import { asText, JsonObject, redact, Transaction } from './fields.ts';
import { bankList, createGet, type TransferApiOptions } from './request.ts';
import type { Question, ServiceResponse } from './send.ts';

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

/** The spec shows no response for a requery, so this keeps the answer's fields under the names they arrived with. */
export interface RequeryAnswer extends Aged {
  /** From the envelope, if there was one. */
  success: boolean | undefined;
  message: string | undefined;
  /** The envelope's `data`, or the body itself. */
  payload: unknown;
  /** The other fields of the envelope. */
  rest: Record<string, unknown>;
  /** The names of secret and personal fields, at any depth; the answer holds none of their values. */
  withheld: readonly string[];
  /** Set when the payload reads as the record of spec 2.2. */
  transaction: TransactionAnswer | undefined;
}

/** For whom a look-up is, where nobody waits for it alone. */
export type LookUpOptions = Pick<Question, 'batch' | 'watch'>;

/** The three operations of the spec. Each throws TransferApiError when there is no usable answer. */
export interface TransferApi {
  /** Spec 4.1. @throws UserError when the reference cannot be part of a path */
  transaction(reference: string, options?: LookUpOptions): Promise<TransactionAnswer>;
  /** Spec 4.2; `transactionId` is digits, and stays text. */
  requery(transactionId: string, options?: LookUpOptions): Promise<RequeryAnswer>;
  /** Spec 4.3. */
  banks(): Promise<BankListAnswer>;
}

export function createTransferApi(options: TransferApiOptions): TransferApi {
  const get = createGet(options);
  return {
    async transaction(reference, how) {
      const asked = { operation: 'transaction', asked: reference } as const;
      const path = `/v1/transactions/reference/${pathSegment(reference)}`;
      const { body, status, ageMs } = await get({ ...asked, ...how, path });
      const unexpected = (reason: 'not_an_envelope' | 'wrong_data' | 'another_reference') =>
        new TransferApiError('unexpected_body', { ...asked, status, reason });
      if (body.kind !== 'envelope') throw unexpected('not_an_envelope');
      if (!body.success) throw new TransferApiError('rejected', { ...asked, status, serviceMessage: body.message });
      const answer = readTransaction(body.data, body.withheld);
      if (!answer) throw unexpected('wrong_data');
      if (answer.transaction.reference !== reference) throw unexpected('another_reference');
      return { ...answer, ageMs };
    },

    async requery(transactionId, how) {
      const path = `/v1/transfer/tsq?${new URLSearchParams({ transactionId })}`;
      return readRequery(await get({ operation: 'requery', asked: transactionId, ...how, path }), transactionId);
    },

    async banks() {
      const { body, status } = await get(bankList);
      if (body.kind === 'envelope' && !body.success)
        throw new TransferApiError('rejected', { operation: 'banks', status, serviceMessage: body.message });
      if (body.kind === 'envelope' && Array.isArray(body.data)) return readBankList(body.data);
      const reason = body.kind === 'envelope' ? 'wrong_data' : 'not_an_envelope';
      throw new TransferApiError('unexpected_body', { operation: 'banks', status, reason });
    },
  };
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

function readTransaction(data: unknown, withheld: readonly string[]): TransactionAnswer | undefined {
  const record = JsonObject.safeParse(data);
  if (!record.success) return undefined;
  return { transaction: Transaction.parse(record.data), record: record.data, withheld };
}

function readRequery({ body, status, ageMs }: ServiceResponse, transactionId: string): RequeryAnswer {
  const details = { operation: 'requery', asked: transactionId, status } as const;
  if (body.kind === 'envelope') {
    const { success, message, data, rest } = body;
    const isEmpty = data === undefined || data === null;
    if (!success && isEmpty && Object.keys(rest).length === 0 && body.withheld.length === 0)
      throw new TransferApiError('rejected', { ...details, serviceMessage: message });
    return { success, message, ageMs, ...withoutPersonal(data, rest, body.withheld) };
  }
  const value = body.kind === 'json' ? body.value : undefined;
  if (body.kind !== 'json' || (!Array.isArray(value) && !JsonObject.safeParse(value).success))
    throw new TransferApiError('unexpected_body', { ...details, reason: 'wrong_data' });
  return { success: undefined, message: undefined, ageMs, ...withoutPersonal(value, {}, body.withheld) };
}

/** A requery has no All Fields for the asker, so personal fields are shown to nobody. */
function withoutPersonal(data: unknown, others: Record<string, unknown>, secret: readonly string[]) {
  const inData = redact({ data }, 'personal');
  const inOthers = redact(others, 'personal');
  const withheld = [...new Set([...secret, ...inData.withheld, ...inOthers.withheld])];
  const payload = inData.kept.data;
  return { payload, rest: inOthers.kept, withheld, transaction: recordIn(payload, withheld) };
}

/** A body counts as the record of spec 2.2 only when it has these four fields. */
function recordIn(payload: unknown, withheld: readonly string[]): TransactionAnswer | undefined {
  const answer = readTransaction(payload, withheld);
  const { reference, status, amount, sessionId } = answer?.transaction ?? {};
  return reference && status && amount && sessionId ? answer : undefined;
}

/** Spec 2.3. The spec does not explain `category`, so nothing depends on it. */
export const Bank = z.looseObject(
  {
    institutionCode: z
      .string('is missing or no text')
      .trim()
      .regex(/^\d{6}$/, 'is not six digits'),
    institutionName: z
      .string('is missing or no text')
      .transform((name) => name.replace(/\s+/g, ' ').trim())
      .pipe(z.string().min(1, 'is empty')),
    category: asText.optional().catch(undefined),
  },
  'is no object',
);
export type Bank = z.infer<typeof Bank>;

export interface BankListAnswer {
  banks: Bank[];
  /** How many entries were left out because they are not banks of spec 2.3. */
  droppedCount: number;
  /** Those of them with a name and a code that is not six digits; at most `withoutCodeMax`. */
  withoutCode: readonly Pick<Bank, 'institutionCode' | 'institutionName'>[];
  /** What is wrong with those, each once: names, no values. */
  faults: readonly string[];
}

/** An entry that no transfer can use; its code is only shown. */
const EntryWithoutCode = Bank.pick({ institutionName: true }).extend({
  institutionCode: asText.transform((code) => code.trim().slice(0, 20)).pipe(z.string().min(1)),
});
/** In a list of which more lack a code, most is left out, or it has tens of thousands. */
const withoutCodeMax = 1_000;

/** Keeps what is a bank of spec 2.3. */
function readBankList(entries: readonly unknown[]): BankListAnswer {
  const banks: Bank[] = [];
  const withoutCode: z.infer<typeof EntryWithoutCode>[] = [];
  const faults = new Set<string>();
  for (const entry of entries) {
    const bank = Bank.safeParse(entry);
    if (bank.success) {
      banks.push(bank.data);
      continue;
    }
    for (const { path, message } of bank.error.issues) faults.add(`${path.join('.') || 'an entry'} ${message}`);
    const named = EntryWithoutCode.safeParse(entry);
    if (named.success && withoutCode.length < withoutCodeMax) withoutCode.push(named.data);
  }
  return { banks, droppedCount: entries.length - banks.length, withoutCode, faults: [...faults] };
}
