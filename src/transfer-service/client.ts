import { within } from '../async.ts';
import { TransferApiError, UserError } from '../errors.ts';
import type { Events } from '../events.ts';
import { type BankListAnswer, readBankList } from './bodies.ts';
import { JsonObject, redact, Transaction } from './fields.ts';
import {
  bankList,
  createHttp,
  type HttpGet,
  type LookUpOptions,
  operations,
  type TransferApiOptions,
} from './request.ts';
import type { ServiceResponse } from './send.ts';

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
  const get = checkAddress(createHttp(options), options.events);
  return {
    async transaction(reference, how) {
      const asked = { operation: 'transaction', asked: reference } as const;
      const path = operations.transaction.route.replace('{reference}', () => pathSegment(reference));
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
      const path = `${operations.requery.route}?${new URLSearchParams({ transactionId })}`;
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

/** How long an answer vouches for the address, so that "not found" rarely costs a second request. */
const knownForMs = 60_000;
/** Somebody waits for "not found" meanwhile. */
const withinMs = 2_000;

/**
 * Before a 404 of a look-up is believed, asks for the bank list, unless something was answered within the last minute: a
 * gateway may answer a wrong address in the service's own envelope.
 */
function checkAddress(get: HttpGet, events: Events | undefined): HttpGet {
  let isWrong = false;
  let knownAtMs = Number.NEGATIVE_INFINITY;
  const isKnown = () => performance.now() - knownAtMs < knownForMs;
  const learn = (isWrongNow: boolean) => {
    if (isWrongNow !== isWrong) events?.emit('address', isWrongNow);
    isWrong = isWrongNow;
    knownAtMs = performance.now();
  };
  const learning: HttpGet = async (request) => {
    try {
      const answer = await get(request);
      learn(false);
      return answer;
    } catch (error) {
      if (error instanceof TransferApiError && error.details.reason === 'wrong_address') learn(true);
      throw error;
    }
  };
  return (request) =>
    learning(request).catch(async (error: unknown) => {
      const isMissing = error instanceof TransferApiError && error.details.status === 404;
      if (!isMissing || request.operation === 'banks') throw error;
      if (!isKnown()) await within(withinMs, learning(bankList)).catch(() => {});
      if (!isKnown() || !isWrong) throw error;
      throw new TransferApiError('unexpected_body', { ...error.details, reason: 'wrong_address' });
    });
}
