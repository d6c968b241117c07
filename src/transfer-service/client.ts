import { TransferApiError } from '../errors.ts';
import type { Events } from '../events.ts';
import { type BankListAnswer, JsonObject, readBankList, Transaction } from './bodies.ts';
import {
  type Batch,
  coalesce,
  createHttp,
  type GetRequest,
  type HttpGet,
  type HttpOptions,
  pathSegment,
} from './request.ts';
import { redact } from './secret-fields.ts';
import type { ServiceResponse } from './send.ts';

export interface TransactionAnswer {
  /** The fields of spec 2.2 that arrived with the type that the spec gives. */
  transaction: Transaction;
  /** The record as received, including fields beyond the spec, without the secret ones. */
  record: Record<string, unknown>;
  /** The names of the secret fields. */
  withheld: readonly string[];
}

/** The spec shows no response for a requery, so this keeps the answer's fields under the names they arrived with. */
export interface RequeryAnswer {
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
  /**
   * Spec 4.1.
   * @param batch set when it is one of many look-ups made together
   * @throws UserError when the reference cannot be part of a path.
   */
  transaction(reference: string, batch?: Batch): Promise<TransactionAnswer>;
  /**
   * The same for a watch: it waits as long as it takes for a place that people leave, and while the service is in
   * trouble.
   * @throws the reason of `stopped`
   */
  watched(reference: string, stopped: AbortSignal): Promise<TransactionAnswer>;
  /**
   * Spec 4.2; `transactionId` is digits, and stays text.
   * @param stopped set when it waits for its place as a watch does
   */
  requery(transactionId: string, batch?: Batch, stopped?: AbortSignal): Promise<RequeryAnswer>;
  /** Spec 4.3. */
  banks(): Promise<BankListAnswer>;
}

/** The bank list is where no reference can be missing, so its 404 tells a wrong address from "no record". */
const bankList: GetRequest = {
  operation: 'banks',
  route: '/v1/transfer/banks',
  path: '/v1/transfer/banks',
  maxBodyBytes: 5 * 1024 * 1024, // enough for thousands of institutions
};

/** A record takes some kilobytes, and parsing one of some megabytes would block the process for seconds. */
const recordMaxBytes = 256 * 1024;

export function createTransferApi(options: HttpOptions): TransferApi {
  const get = checkAddress(coalesce(createHttp(options)), options.events);
  async function transaction(reference: string, how: Pick<GetRequest, 'batch' | 'watch'>): Promise<TransactionAnswer> {
    const path = `/v1/transactions/reference/${pathSegment(reference)}`;
    const route = '/v1/transactions/reference/{reference}';
    const asked = { operation: 'transaction', asked: reference } as const;
    const { body, status } = await get({ ...asked, route, path, ...how, maxBodyBytes: recordMaxBytes });
    const unexpected = (reason: 'not_an_envelope' | 'wrong_data' | 'another_reference') =>
      new TransferApiError('unexpected_body', { ...asked, status, reason });

    if (body.kind !== 'envelope') throw unexpected('not_an_envelope');
    if (!body.success) throw new TransferApiError('rejected', { ...asked, status, serviceMessage: body.message });
    const answer = readTransaction(body.data, body.withheld);
    if (!answer) throw unexpected('wrong_data');
    if (answer.transaction.reference !== reference) throw unexpected('another_reference');
    return answer;
  }

  return {
    transaction: (reference, batch) => transaction(reference, { batch }),
    watched: (reference, stopped) => transaction(reference, { watch: stopped }),

    async requery(transactionId, batch, stopped) {
      const route = '/v1/transfer/tsq';
      const path = `${route}?${new URLSearchParams({ transactionId })}`;
      const answer = await get({
        operation: 'requery',
        route,
        path,
        asked: transactionId,
        batch,
        watch: stopped,
        maxBodyBytes: recordMaxBytes,
      });
      return readRequery(answer, transactionId);
    },

    async banks() {
      const { body, status } = await get(bankList);
      if (body.kind === 'envelope' && !body.success)
        throw new TransferApiError('rejected', { operation: 'banks', status, serviceMessage: body.message });
      if (body.kind !== 'envelope' || !Array.isArray(body.data)) {
        const reason = body.kind === 'envelope' ? 'wrong_data' : 'not_an_envelope';
        throw new TransferApiError('unexpected_body', { operation: 'banks', status, reason });
      }
      return readBankList(body.data);
    },
  };
}

function readTransaction(data: unknown, withheld: readonly string[]): TransactionAnswer | undefined {
  const record = JsonObject.safeParse(data);
  if (!record.success) return undefined;
  return { transaction: Transaction.parse(record.data), record: record.data, withheld };
}

function readRequery({ body, status }: ServiceResponse, transactionId: string): RequeryAnswer {
  const details = { operation: 'requery', asked: transactionId, status } as const;
  if (body.kind === 'envelope') {
    const { success, message, data, rest } = body;
    const isEmpty = data === undefined || data === null;
    if (!success && isEmpty && Object.keys(rest).length === 0 && body.withheld.length === 0)
      throw new TransferApiError('rejected', { ...details, serviceMessage: message });
    return { success, message, ...withoutPersonal(data, rest, body.withheld) };
  }
  const value = body.kind === 'json' ? body.value : undefined;
  if (body.kind !== 'json' || (!Array.isArray(value) && !JsonObject.safeParse(value).success))
    throw new TransferApiError('unexpected_body', { ...details, reason: 'wrong_data' });
  return { success: undefined, message: undefined, ...withoutPersonal(value, {}, body.withheld) };
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
export function checkAddress(get: HttpGet, events?: Events): HttpGet {
  let known = { isWrong: false, atMs: Number.NEGATIVE_INFINITY };
  let asking: Promise<void> | undefined;
  const learn = (isWrong: boolean) => {
    const isNews = isWrong !== known.isWrong;
    known = { isWrong, atMs: performance.now() };
    if (isNews) events?.emit('address', isWrong);
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
  const isKnown = () => performance.now() - known.atMs < knownForMs;
  const isWrong = async () => {
    if (!isKnown()) {
      asking ??= learning({ ...bankList, batch: { key: {}, withinMs } })
        .then(
          () => {},
          () => {},
        )
        .finally(() => {
          asking = undefined;
        });
      await asking;
    }
    return isKnown() && known.isWrong;
  };
  return (request) =>
    learning(request).catch(async (error: unknown) => {
      const isMissing = error instanceof TransferApiError && error.details.status === 404;
      if (!isMissing || request.operation === 'banks' || !(await isWrong())) throw error;
      throw new TransferApiError('unexpected_body', { ...error.details, reason: 'wrong_address' });
    });
}
