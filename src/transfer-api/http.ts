import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import {
  TransferApiError,
  type TransferApiErrorDetails,
  type TransferApiFailure,
  type TransferApiOperation,
} from '../errors.ts';
import { type OutgoingCall, tracedCall } from '../tracing.ts';
import { type BreakerState, createResilience } from './resilience.ts';
import { type Answer, answerOf, transportFailure } from './response.ts';
import type { Token } from './token.ts';

export type { BreakerState } from './resilience.ts';

export interface HttpOptions {
  /** Ends without a slash; its path stands before every path of the service. */
  baseUrl: string;
  token: Token;
  /** The whole look-up: connecting, every try, the waits between them, and the last byte of the body. */
  timeoutMs: number;
  /** Told of every look-up when it is over; a failure's kind, or none. */
  onLookUp?: (lookUp: LookUpEnd) => void;
  /** Told of every single request when it is over; a look-up may take three. */
  onRequest?: (request: RequestEnd) => void;
  /** Told when the service is left alone, and when it is asked again. */
  onBreak?: (state: BreakerState) => void;
}

export interface LookUpEnd {
  operation: TransferApiOperation;
  failure: TransferApiFailure | undefined;
  durationMs: number;
}

export interface RequestEnd {
  operation: TransferApiOperation;
  /** `2xx` and so on, or why there was no status at all. */
  status: string;
  /** 1 for the first request of a look-up. */
  tryNumber: number;
  durationMs: number;
}

/** Many at once share a deadline, and take no more than their share of the places. */
export interface Together {
  /** The same for all of them. */
  of: object;
  /** What is left of their time; the configured deadline holds as well. */
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
  together?: Together | undefined;
  /** What is longer once decompressed is not read. */
  maxBodyBytes: number;
}

/**
 * One GET, within one deadline, tried again where that can help.
 * @throws TransferApiError for whatever is not a 2xx with a JSON body.
 */
export type HttpGet = (request: GetRequest) => Promise<Answer>;

export function createHttp(options: HttpOptions): HttpGet {
  const resilience = createResilience(options.onBreak);
  const client = axios.create({
    adapter: 'http',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    maxRedirects: 0, // a token must not travel
    proxy: false,
    responseType: 'text',
    transformResponse: (text: string) => text, // our own parse keeps every digit
    validateStatus: () => true,
  });

  return async (request) => {
    const url = options.baseUrl + request.path;
    assertPath(url, request.path, options.baseUrl);
    const { operation, asked, route } = request;
    const timeoutMs = Math.min(options.timeoutMs, request.together?.withinMs ?? options.timeoutMs);
    const startedAtMs = performance.now();
    const ended = (failure: TransferApiFailure | undefined) =>
      options.onLookUp?.({ operation, failure, durationMs: performance.now() - startedAtMs });
    let token = options.token.current();
    const lookUp = (withinMs: number) => {
      token = options.token.current();
      const ofMany = request.together?.of;
      return resilience.execute({ operation, asked, timeoutMs: withinMs, many: ofMany }, (signal, tryNumber) =>
        watched(
          () => attempt(client, url, request, { token, signal, isFresh: tryNumber > 1 }),
          { call: callOf(route, options.baseUrl, tryNumber), operation, tryNumber, signal },
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
}

/** What the URL parser makes of the path must be the path: nothing typed can reach another one. */
function assertPath(url: string, path: string, baseUrl: string): void {
  const parsed = new URL(url);
  const expected = new URL(baseUrl).pathname.replace(/\/$/, '') + path;
  if (parsed.pathname + parsed.search !== expected || parsed.origin !== new URL(baseUrl).origin)
    throw new Error('The path of a look-up does not survive the URL parser.');
}

function isTokenRefused(error: unknown): boolean {
  return error instanceof TransferApiError && error.details.status === 401;
}

interface Try {
  call: OutgoingCall;
  operation: TransferApiOperation;
  tryNumber: number;
  signal: AbortSignal;
}

async function watched(
  run: () => Promise<Answer>,
  { call, operation, tryNumber, signal }: Try,
  onRequest: HttpOptions['onRequest'] = () => {},
): Promise<Answer> {
  const startedAtMs = performance.now();
  const ended = (status: string) =>
    onRequest({ operation, status, tryNumber, durationMs: performance.now() - startedAtMs });
  return tracedCall(call, async (tell) => {
    try {
      const answer = await run();
      tell({ status: answer.status, failure: undefined });
      ended(statusClass(answer.status));
      return answer;
    } catch (error) {
      const { failure, details } = error instanceof TransferApiError ? error : { failure: 'bug', details: undefined };
      const status = details?.status;
      const kind = status === undefined && signal.aborted ? 'timeout' : failure;
      tell({ status, failure: kind });
      ended(status === undefined ? kind : statusClass(status));
      throw error;
    }
  });
}

function callOf(route: string, baseUrl: string, tryNumber: number): OutgoingCall {
  return {
    name: `GET ${route}`,
    attributes: {
      'http.request.method': 'GET',
      'url.template': route,
      'server.address': new URL(baseUrl).hostname,
      ...(tryNumber > 1 ? { 'http.request.resend_count': tryNumber - 1 } : {}),
    },
  };
}

/** Where one kept connection was reset, the next one kept is likely to be dead as well. */
const freshConnection = {
  httpAgent: new HttpAgent({ keepAlive: false }),
  httpsAgent: new HttpsAgent({ keepAlive: false }),
};

function statusClass(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}

async function attempt(
  client: AxiosInstance,
  url: string,
  { operation, asked, maxBodyBytes }: GetRequest,
  { token, signal, isFresh }: { token: string; signal: AbortSignal; isFresh: boolean },
): Promise<Answer> {
  const details: TransferApiErrorDetails = { operation, asked };
  let response: AxiosResponse<string>;
  try {
    response = await client.get<string>(url, {
      signal,
      headers: { Authorization: `Bearer ${token}` },
      maxContentLength: maxBodyBytes, // counted after decompression
      ...(isFresh ? freshConnection : {}),
    });
  } catch (error) {
    throw transportFailure(error, details);
  }
  return answerOf(response, details, token);
}
