import {
  type ProxyAddress,
  TransferApiError,
  type TransferApiFailure,
  type TransferApiOperation,
  UserError,
} from '../errors.ts';
import type { Events, RequestEnd } from '../events.ts';
import { readSecretFile } from '../regular-file.ts';
import { Secret } from '../secret.ts';
import { type OutgoingCall, tracedCall } from '../tracing.ts';
import { createResilience } from './resilience.ts';
import type { Send, ServiceResponse } from './send.ts';

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
  events?: Events | undefined;
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
  const resilience = createResilience(options.events);
  const send = sendAtFirstUse(options);

  const get: HttpGet = async (request) => {
    const { baseUrl } = options;
    const { operation, asked, route, path, batch, watch } = request;
    assertPath(baseUrl, path);
    const timeoutMs = Math.min(options.timeoutMs, batch?.withinMs ?? options.timeoutMs);
    const startedAtMs = performance.now();
    const ended = (failure: TransferApiFailure | undefined) =>
      options.events?.emit('lookUp', { operation, failure, durationMs: performance.now() - startedAtMs });
    let token = options.token.current();
    const lookUp = (withinMs: number) => {
      token = options.token.current();
      const call = { operation, asked, timeoutMs: withinMs, batch: batch?.key, isOfWatch: watch !== undefined };
      return resilience.execute(call, (signal, tryNumber) =>
        tracedRequest(
          { operation, route, baseUrl, tryNumber, signal },
          () => send({ ...request, token, signal, isFresh: tryNumber > 1 }),
          options.events,
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
    request.watch === undefined ? get(request) : resilience.atLowPriority(request.watch, () => get(request));
}

/** axios is a tenth of what a start would read, and nothing is asked before the port is open. */
function sendAtFirstUse({ baseUrl, proxy }: HttpOptions): Send {
  let loading: Promise<Send> | undefined;
  return async (request) => {
    loading ??= import('./send.ts').then(({ createSend }) => createSend(baseUrl, proxy));
    const send = await loading;
    return send(request);
  };
}

function isTokenRefused(error: unknown): boolean {
  return error instanceof TransferApiError && error.details.status === 401;
}

/**
 * Checks that the URL parser leaves the path as it is, so that nothing typed can reach another one.
 * @throws Error
 */
function assertPath(baseUrl: string, path: string): void {
  const base = new URL(baseUrl);
  const { origin, pathname, search } = new URL(baseUrl + path);
  if (pathname + search !== base.pathname.replace(/\/$/, '') + path || origin !== base.origin)
    throw new Error('The path of a look-up does not survive the URL parser.');
}

/**
 * A reference as a part of a path, unless it could change the path. URL parsers resolve `.` and `..`, also written as
 * `%2e` or in a wide form that a later hop may normalise; and a later hop may decode `%2F` first. A lone surrogate
 * cannot be encoded at all.
 * @throws UserError
 */
export function pathSegment(reference: string): string {
  const segments = reference.normalize('NFKC').split(/[/\\]|%2f|%5c/i);
  if (
    reference === '' ||
    segments.some((segment) => /^(?:\.|%2e)+$/i.test(segment)) ||
    /\p{Surrogate}/u.test(reference)
  )
    throw new UserError('That cannot be a reference. Check what was pasted.');
  return encodeURIComponent(reference);
}

export type Token = ReturnType<typeof createToken>;

/** The bearer token. When it is in a file, an operator can replace it without a restart. */
export function createToken(initial: Secret, file: string | undefined) {
  let token = initial;
  return {
    current: (): string => token.reveal(),
    /** Reads the token's file again; resolves with whether it holds another token than the one that was refused. */
    async renew(refused: string): Promise<boolean> {
      if (file === undefined) return false;
      try {
        const text = readSecretFile(file);
        if (!/^[\x21-\x7e]{8,}$/.test(text) || text === refused) return false; // the same rule as at the start
        token = new Secret(text);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/**
 * Coalesces identical look-ups in flight: they share one answer, or one failure. A look-up of a batch goes alone: its
 * deadline may be too short for the others. So does one of a watch, which may wait for long.
 */
export function coalesce(get: HttpGet): HttpGet {
  const running = new Map<string, Promise<ServiceResponse>>();
  return (request: GetRequest) => {
    if (request.batch !== undefined || request.watch !== undefined) return get(request);
    const joined = running.get(request.path);
    if (joined) return joined;
    const run = get(request).finally(() => running.delete(request.path));
    running.set(request.path, run);
    return run;
  };
}

interface TracedRequest extends Pick<GetRequest, 'operation' | 'route'>, Pick<RequestEnd, 'tryNumber'> {
  baseUrl: string;
  signal: AbortSignal;
}

/** Sends one request in its own span, and reports how it ended. */
async function tracedRequest(
  { operation, route, baseUrl, tryNumber, signal }: TracedRequest,
  send: () => Promise<ServiceResponse>,
  events: Events | undefined,
): Promise<ServiceResponse> {
  const startedAtMs = performance.now();
  const ended = (status: string) =>
    events?.emit('request', { operation, status, tryNumber, durationMs: performance.now() - startedAtMs });
  return tracedCall(callOf(route, baseUrl, tryNumber), async (tell) => {
    try {
      const answer = await send();
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

function statusClass(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}
