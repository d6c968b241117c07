import { TransferApiError, type TransferApiOperation } from '../errors.ts';
import type { ProxyAddress } from '../proxy.ts';
import type { TransferApiFailure } from '../transfer-api-failure.ts';
import { createResilience, type OnBreak } from './resilience.ts';
import type { ServiceResponse } from './response.ts';
import { assertPath, createSend } from './send.ts';
import type { Token } from './token.ts';
import { type RequestEnd, tracedRequest } from './traced-request.ts';

export type { BreakerState } from './resilience.ts';
export type { RequestEnd } from './traced-request.ts';

export interface HttpOptions {
  /** Ends without a slash; its path precedes every path of the service. */
  baseUrl: string;
  /** Through which every request goes, if there is one. */
  proxy?: ProxyAddress | undefined;
  token: Token;
  /**
   * The deadline of a whole look-up: waiting for a place, connecting, every try and the pauses between, up to the last
   * byte of the body.
   */
  timeoutMs: number;
  /** Called when a look-up ends. */
  onLookUp?: (lookUp: LookUpEnd) => void;
  /** Called when a single request ends; a look-up may send several. */
  onRequest?: (request: RequestEnd) => void;
  /** Called when the circuit breaker changes its state. */
  onBreak?: OnBreak;
}

export interface LookUpEnd {
  operation: TransferApiOperation;
  /** Absent when the service answered. */
  failure: TransferApiFailure | undefined;
  durationMs: number;
}

/** Look-ups made together: they share a deadline, and a part of the places in the bulkhead. */
export interface Batch {
  /** The same object for all of them. */
  key: object;
  /** What is left of their deadline, in milliseconds; the configured deadline applies as well. */
  withinMs: number;
}

export interface GetRequest {
  operation: TransferApiOperation;
  /** The path without what was asked for, for traces: `/v1/transactions/reference/{reference}`. */
  route: string;
  /** Already encoded, with its query: `/v1/transfer/banks`. */
  path: string;
  asked?: string;
  /** Set when it is one of many that one person asks for together. */
  batch?: Batch | undefined;
  /**
   * Set when a watch asks: it waits as long as it takes for a place that people leave, and while the service is in
   * trouble. Aborted when nobody waits for it any more.
   */
  watch?: AbortSignal | undefined;
  /** The limit for the decompressed body; a longer one is refused. */
  maxBodyBytes: number;
}

/**
 * One GET within one deadline, with retries where they can help.
 * @throws TransferApiError for anything but a 2xx with a JSON body.
 */
export type HttpGet = (request: GetRequest) => Promise<ServiceResponse>;

export function createHttp(options: HttpOptions): HttpGet {
  const resilience = createResilience(options.onBreak);
  const send = createSend(options.baseUrl, options.proxy);

  const get: HttpGet = async (request) => {
    const { baseUrl } = options;
    const { operation, asked, route, path, batch, watch } = request;
    assertPath(baseUrl, path);
    const timeoutMs = Math.min(options.timeoutMs, batch?.withinMs ?? options.timeoutMs);
    const startedAtMs = performance.now();
    const ended = (failure: TransferApiFailure | undefined) =>
      options.onLookUp?.({ operation, failure, durationMs: performance.now() - startedAtMs });
    let token = options.token.current();
    const lookUp = (withinMs: number) => {
      token = options.token.current();
      const call = { operation, asked, timeoutMs: withinMs, batch: batch?.key, isOfWatch: watch !== undefined };
      return resilience.execute(call, (signal, tryNumber) =>
        tracedRequest(
          { operation, route, baseUrl, tryNumber, signal },
          () => send({ ...request, token, signal, isFresh: tryNumber > 1 }),
          options.onRequest,
        ),
      );
    };
    try {
      const answer = await lookUp(timeoutMs).catch(async (error: unknown) => {
        if (!isTokenRefused(error) || !(await options.token.renew(token))) throw error;
        return lookUp(Math.max(1, timeoutMs - (performance.now() - startedAtMs)));
      });
      ended(undefined);
      return answer;
    } catch (error) {
      if (error instanceof TransferApiError) ended(error.failure);
      throw error;
    }
  };
  return (request) =>
    request.watch === undefined ? get(request) : resilience.takeLeftover(request.watch, () => get(request));
}

function isTokenRefused(error: unknown): boolean {
  return error instanceof TransferApiError && error.details.status === 401;
}
