import { readSecretFile, Secret } from '../config/secret.ts';
import { type ProxyAddress, TransferApiError, type TransferApiFailure } from '../errors.ts';
import type { Events } from '../events.ts';
import { createResilience } from './resilience.ts';
import type { Question, Send, ServiceResponse } from './send.ts';

export interface TransferApiOptions {
  /** Ends without a slash; its path precedes every path of the service. */
  baseUrl: string;
  proxy?: ProxyAddress | undefined;
  token: Secret;
  /** Read when the service refuses the token: an operator can replace it without a restart. */
  tokenFile?: string | undefined;
  /**
   * The deadline of a whole look-up: waiting for a place, connecting, every try and the pauses between, up to the last
   * byte of the body.
   */
  timeoutMs: number;
  events?: Events | undefined;
}

/** Look-ups made together: they share a deadline, and a part of the places in the bulkhead. */
export interface Batch {
  /** The same object for all of them. */
  key: object;
  /** What is left of their deadline, in milliseconds; the configured deadline applies as well. */
  withinMs: number;
}

/** What else than one person's single question a look-up is part of. */
export interface LookUpOptions {
  /** Set when it is one of many that one person asks for together. */
  batch?: Batch | undefined;
  /**
   * Set when a watch asks: it waits as long as it takes for a place that people leave, and while the service is in
   * trouble. Aborted when nobody waits for it any more, and its reason is thrown.
   */
  watch?: AbortSignal | undefined;
}

export interface GetRequest extends LookUpOptions, Question {}

/** A record takes some kilobytes, and parsing one of some megabytes would block the process for seconds. */
const recordMaxBytes = 256 * 1024;

/** The path of each operation, and the limit for its decompressed body: a longer one is refused. */
export const operations = {
  transaction: { route: '/v1/transactions/reference/{reference}', maxBodyBytes: recordMaxBytes },
  requery: { route: '/v1/transfer/tsq', maxBodyBytes: recordMaxBytes },
  banks: { route: '/v1/transfer/banks', maxBodyBytes: 5 * 1024 * 1024 }, // enough for thousands of institutions
};

/** The bank list is where no reference can be missing, so its 404 tells a wrong address from "no record". */
export const bankList: GetRequest = { operation: 'banks', path: operations.banks.route };

/**
 * One GET within one deadline, with retries where they can help.
 * @throws TransferApiError for anything but a 2xx with a JSON body.
 */
export type HttpGet = (request: GetRequest) => Promise<ServiceResponse>;

export function createHttp(options: TransferApiOptions): HttpGet {
  const { baseUrl, proxy, tokenFile, events } = options;
  const resilience = createResilience(events, () => void get(bankList).catch(() => {}));
  let token = options.token;
  let loading: Promise<Send> | undefined;

  async function send(request: GetRequest, signal: AbortSignal, tryNumber: number): Promise<ServiceResponse> {
    const { operation } = request;
    const startedAtMs = performance.now();
    const ended = (status: string) =>
      events?.emit('request', { operation, status, tryNumber, durationMs: performance.now() - startedAtMs });
    // axios is a tenth of what a start would read, and nothing is asked before the port is open.
    loading ??= import('./send.ts').then(({ createSend }) => createSend(baseUrl, proxy));
    const sendNow = await loading;
    const used = token;
    try {
      const { maxBodyBytes } = operations[operation];
      const answer = await sendNow({ ...request, token: used.reveal(), maxBodyBytes, signal, isFresh: tryNumber > 1 });
      ended(statusClass(answer.status));
      return answer;
    } catch (error) {
      const { failure, details } = error instanceof TransferApiError ? error : { failure: 'bug', details: undefined };
      const status = details?.status;
      const kind = status === undefined && signal.aborted ? 'timeout' : failure;
      ended(status === undefined ? kind : statusClass(status));
      if (status === 401 && renewToken(used)) return send(request, signal, tryNumber);
      throw error;
    }
  }

  /** Reads the token's file again. Returns whether it holds another token than the one that was refused. */
  function renewToken(refused: Secret): boolean {
    if (tokenFile === undefined) return false;
    try {
      const text = readSecretFile(tokenFile);
      if (!/^[\x21-\x7e]{8,}$/.test(text) || text === refused.reveal()) return false; // the same rule as at the start
      token = new Secret(text);
      return true;
    } catch {
      return false;
    }
  }

  const get: HttpGet = async (request) => {
    const { operation, asked, batch, watch } = request;
    const timeoutMs = Math.min(options.timeoutMs, batch?.withinMs ?? options.timeoutMs);
    const startedAtMs = performance.now();
    const ended = (failure: TransferApiFailure | undefined) =>
      events?.emit('lookUp', { operation, failure, durationMs: performance.now() - startedAtMs });
    const call = { operation, asked, timeoutMs, batch: batch?.key, isOfWatch: watch !== undefined };
    try {
      const answer = await resilience.execute(call, (signal, tryNumber) => send(request, signal, tryNumber));
      ended(undefined);
      return answer;
    } catch (error) {
      if (error instanceof TransferApiError) ended(error.failure);
      throw error;
    }
  };
  const coalesced = coalesce(get);
  return (request) =>
    request.watch === undefined ? coalesced(request) : resilience.atLowPriority(request.watch, () => get(request));
}

/**
 * Coalesces identical look-ups in flight: they share one answer, or one failure. A look-up of a batch goes alone: its
 * deadline may be too short for the others. So does one of a watch, which may wait for long.
 */
function coalesce(get: HttpGet): HttpGet {
  const running = new Map<string, Promise<ServiceResponse>>();
  return (request) => {
    if (request.batch !== undefined) return get(request);
    const joined = running.get(request.path);
    if (joined) return joined;
    const run = get(request).finally(() => running.delete(request.path));
    running.set(request.path, run);
    return run;
  };
}

function statusClass(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}
