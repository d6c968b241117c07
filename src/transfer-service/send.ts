import axios, { type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { parse } from 'lossless-json';
import undici, { type Dispatcher } from 'undici';
import * as z from 'zod';
import { pause } from '../async.ts';
import type { Secret } from '../config/secret.ts';
import {
  errorCode,
  isCertificateCode,
  type ProxyAddress,
  ProxyError,
  TransferApiError,
  type TransferApiErrorDetails,
  type TransferApiFailure,
  type TransferApiOperation,
} from '../errors.ts';
import { createTunnels } from '../ops/proxy.ts';
import { cut, version } from '../text.ts';
import { decodeBody } from './decode.ts';
import { asText, JsonObject, looksLikeJson, redact, textOf } from './fields.ts';
import type { ServiceRequest } from './resilience.ts';

export interface ServiceResponse {
  /** What was requested, and the HTTP status of the response. */
  details: TransferApiErrorDetails & { status: number };
  body: ResponseBody;
  /** The answer's age, if a cache had stored the answer for ten seconds or longer. */
  ageMs: number | undefined;
  /** Whether bytes of the body were no characters, and became U+FFFD. */
  isGarbled: boolean;
}

/**
 * Sends one GET request.
 * @param isFresh whether to open a new connection instead of using a kept-alive one
 * @throws TransferApiError for anything but a 2xx with a JSON body
 */
export type Send = (
  question: ServiceRequest,
  signal: AbortSignal,
  isFresh: boolean,
) => Promise<ServiceResponse>;

/** When to send a request again that went over a kept-alive connection and is not answered. */
export interface RepeatOptions {
  silentMs: number;
  mayRepeat(): boolean;
}

/**
 * A record takes a few kilobytes; parsing a body of several megabytes would block the process for
 * seconds.
 */
const recordMaxBytes = 256 * 1024;
/**
 * The largest response body to accept; the limit for `banks` is enough for thousands of
 * institutions.
 */
const maxBodyBytes = {
  transaction: recordMaxBytes,
  requery: recordMaxBytes,
  banks: 5 * 1024 * 1024,
};

export function createSend(
  baseUrl: string,
  token: Secret,
  proxy: ProxyAddress | undefined,
  { silentMs, mayRepeat }: RepeatOptions,
): Send {
  let keptAlive = createConnections(proxy);
  const quoted = asQuoted(token.reveal());
  const client = axios.create({
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'Accept-Encoding': 'identity',
      Authorization: `Bearer ${token.reveal()}`,
      'Cache-Control': 'no-cache',
      'User-Agent': `txnbot/${version}`,
    },
    transformResponse: (body: Uint8Array) => body, // our own parse keeps every digit
  });

  async function sendOver(
    { dispatcher }: Connections,
    { operation, asked, path }: ServiceRequest,
    { onHeaders, ...options }: { signal: AbortSignal; reset: boolean; onHeaders?: () => void },
  ): Promise<ServiceResponse> {
    const details: TransferApiErrorDetails = { operation, asked };
    try {
      const response = await client.get<Uint8Array>(baseUrl + path, {
        adapter: (request) => sendByUndici(request, { dispatcher, ...options }, onHeaders),
      });
      return await readResponse(response, details, quoted);
    } catch (error) {
      throw error instanceof TransferApiError ? error : transportFailure(error, details, baseUrl);
    }
  }

  async function sendFresh(question: ServiceRequest, signal: AbortSignal) {
    // When one kept-alive connection was reset, the next one is likely to be dead as well.
    const fresh = createConnections(proxy);
    try {
      return await sendOver(fresh, question, { signal, reset: true }); // `reset` closes it after use
    } finally {
      void fresh.dispatcher.close(); // after an aborted request, undici would connect again
    }
  }

  /**
   * Sends a request over a kept-alive connection. If not even the head of an answer comes, sends it
   * over a fresh one too, and takes the answer that comes first: firewalls drop idle connections
   * without a word, and a slow service may still answer the first request.
   */
  async function sendKept(question: ServiceRequest, signal: AbortSignal): Promise<ServiceResponse> {
    const ended = new AbortController();
    const end = () => ended.abort();
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    const used = keptAlive;
    let isSilent = true;
    try {
      const onHeaders = () => {
        isSilent = false;
      };
      const first = sendOver(used, question, { signal: ended.signal, reset: false, onHeaders });
      const isPending = pause(silentMs, ended.signal).then(() => isSilent && mayRepeat());
      if (!(await Promise.race([first.then(() => false), isPending]))) return await first;

      const second = sendFresh(question, ended.signal);
      const answer = await Promise.race([first, second]);
      // The other idle connections are likely to be dead as well.
      if (isSilent && used === keptAlive) {
        keptAlive = createConnections(proxy);
        void used.dispatcher.close();
      }
      return answer;
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  }

  return async (question, signal, isFresh) => {
    if (isFresh) return sendFresh(question, signal);
    if (keptAlive.hasIdle()) return sendKept(question, signal);
    return sendOver(keptAlive, question, { signal, reset: false });
  };
}

/**
 * A look-up's deadline ends its request; only a hanging handshake needs its own timeout, so that
 * the socket closes. Gateways that add policies and cookies exceed the 16 kB of headers that Node
 * takes by default.
 */
const limits = {
  connect: { timeout: 30_000 },
  headersTimeout: 0,
  bodyTimeout: 0,
  maxHeaderSize: 128 * 1024,
  maxResponseSize: maxBodyBytes.banks,
};

interface Connections {
  dispatcher: Dispatcher;
  /** Whether the next request goes over a connection that was used before. */
  hasIdle(): boolean;
}

/**
 * Connects to the service directly or through `proxy`; proxies from environment variables are never
 * used.
 */
function createConnections(proxy: ProxyAddress | undefined): Connections {
  let pool: undici.Pool | undefined;
  const options = {
    ...limits,
    factory: (origin: string | URL, given: object) => {
      pool = new undici.Pool(origin, given);
      return pool;
    },
  };
  return {
    dispatcher: proxy ? createTunnels(proxy, options).dispatcher : new undici.Agent(options),
    hasIdle: () => pool !== undefined && pool.stats.free > 0,
  };
}

/**
 * An axios adapter. The default adapter, with Node's own client, costs 60 µs more CPU time per
 * request, and undici already opens the tunnels to Slack. This adapter follows no redirect, which
 * could send the token to another host.
 */
async function sendByUndici(
  config: InternalAxiosRequestConfig,
  options: { dispatcher: Dispatcher; signal: AbortSignal; reset: boolean },
  onHeaders?: () => void,
): Promise<AxiosResponse<Uint8Array>> {
  const headers = Object.entries(config.headers.toJSON()).flatMap(([name, value]) => [
    name,
    String(value),
  ]);
  const response = await undici.request(config.url ?? '', { ...options, headers });
  onHeaders?.();
  const data = await response.body.bytes();
  return { data, status: response.statusCode, statusText: '', headers: response.headers, config };
}

/**
 * Converts a transport error, because the HTTP client's own error may hold the request, and with it
 * the token.
 */
export function transportFailure(
  error: unknown,
  details: TransferApiErrorDetails,
  url = '',
): TransferApiError {
  const code = errorCode(error);
  if (error instanceof ProxyError) return new TransferApiError('proxy', { ...details, code });
  if (tooLarge.test(code))
    return new TransferApiError('unexpected_body', { ...details, code, reason: 'too_large' });
  if (isCertificateCode(code)) return new TransferApiError('untrusted', { ...details, code });
  const mayDemand = url.startsWith('https:') && closedAfterHandshake.test(code);
  const reason = mayDemand ? 'may_demand_client_certificate' : undefined;
  return new TransferApiError('unreachable', { ...details, code, reason });
}

/** Codes for a body, compressed or not, or headers that are larger than any that are read. */
const tooLarge =
  /^(?:UND_ERR_RES_EXCEEDED_MAX_SIZE|ERR_BUFFER_TOO_LARGE|(?:UND_ERR|HPE)_HEADERS?_OVERFLOW)$/;

/**
 * What a server that demands a client certificate does: OpenSSL sends an alert, Node hangs up
 * without a word.
 */
const closedAfterHandshake =
  /^UND_ERR_SOCKET$|^ECONNRESET$|_ALERT_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE|HANDSHAKE_FAILURE)$/;

/**
 * Reads a response, redacting what `quoted` matches. @throws TransferApiError unless it is a 2xx
 * with a JSON body
 */
async function readResponse(
  response: AxiosResponse<Uint8Array>,
  base: TransferApiErrorDetails,
  quoted: RegExp,
): Promise<ServiceResponse> {
  const { status, data } = response;
  const maxBytes = maxBodyBytes[base.operation];
  const { text, unknown } = await decodeBody(
    data,
    headersOf(response, 'content-encoding').join(),
    headersOf(response, 'content-type').join(),
    maxBytes,
  );
  if (data.length > maxBytes)
    throw new TransferApiError('unexpected_body', { ...base, reason: 'too_large' });

  const body = readBody(text.replace(quoted, '[secret]')); // some services quote a token that they refuse
  const encoding = body ? undefined : unknown && cut(unknown, encodingMax);
  const details = { ...base, status, encoding };
  if (status >= 200 && status < 300 && body)
    return { details, body, ageMs: ageMs(response), isGarbled: text.includes('\ufffd') };
  const [failure, reason] = failureOf(status, body, base.operation);
  const serviceMessage = body && readErrorMessage(body);
  throw new TransferApiError(failure, {
    ...details,
    reason,
    serviceMessage,
    retryAfterMs: retryAfterMs(response),
  });
}

const encodingMax = 40;

type Failure = readonly [TransferApiFailure, TransferApiErrorDetails['reason']?];

function failureOf(
  status: number,
  body: ResponseBody | undefined,
  operation: TransferApiOperation,
): Failure {
  if (status < 300) return ['unexpected_body', 'not_json'];
  if (status === 401 || status === 403) return ['unauthorized'];
  if (status === 404 && operation === 'banks') return ['unexpected_body', 'wrong_address'];
  // Only the service's own envelope can say "not found": a proxy answers 404 as well.
  if (status === 404 && body?.success === false) return ['not_found'];
  if (status < 400 || status === 404) return ['unexpected_body', 'not_an_envelope'];
  if (status === 408) return ['timeout'];
  if (status === 429) return ['rate_limited'];
  return status >= 500 ? ['unreachable'] : ['rejected'];
}

const Envelope = z.looseObject({
  success: z.boolean(),
  message: z.unknown().optional(),
  data: z.unknown().optional(),
});

/** A response's JSON body, parsed once, without its secret fields. */
export interface ResponseBody {
  /**
   * `success` of the envelope (API spec, section 2.1); `undefined` if the body is not an envelope.
   */
  success: boolean | undefined;
  message: string | undefined;
  /** `data` of the envelope; the whole body if it is not an envelope. */
  payload: unknown;
  /** The other fields of the envelope. */
  rest: Record<string, unknown>;
  /** Names of the secret fields that were removed, at any depth. */
  withheld: readonly string[];
}

/**
 * Joins two values under one JSON name into one text, so that neither alone passes for the status,
 * amount or id. Values that are not scalars, or may be JSON, are dropped: joined JSON does not
 * parse, so its secrets would go unnoticed.
 */
function readTwice({ oldValue, newValue }: { oldValue: unknown; newValue: unknown }): string {
  const both = [oldValue, newValue].map((value) => (value === null ? 'null' : textOf(value)));
  const areScalar = both.every((text) => text !== undefined && !looksLikeJson(text));
  return areScalar ? both.join(' and also ') : 'given twice, not alike';
}

/**
 * Parses a response's body, keeping every digit but no secret field. @returns `undefined` if the
 * body is not JSON
 */
export function readBody(text: string): ResponseBody | undefined {
  let parsed: unknown;
  try {
    parsed = parse(text, null, { onDuplicateKey: readTwice });
  } catch {
    return undefined; // the parser's error quotes the body, so the error is dropped
  }
  const { kept, withheld } = redact({ payload: parsed }, 'secret');
  const { payload } = kept;
  const envelope = Envelope.safeParse(payload).data;
  if (!envelope) return { success: undefined, message: undefined, payload, rest: {}, withheld };
  const { success, message: given, data, ...others } = envelope;
  const message = asText.safeParse(given).data;
  // A message that is not text stays with the other fields.
  const rest =
    message === undefined && given !== undefined && given !== null
      ? { message: given, ...others }
      : others;
  return { success, message, payload: data, rest, withheld };
}

/**
 * Returns the service's message about a failed request: `message` of the envelope, or of another
 * JSON object.
 */
export function readErrorMessage({ success, message, payload }: ResponseBody): string | undefined {
  const words = success === undefined ? JsonObject.safeParse(payload).data?.message : message;
  return typeof words === 'string' && words !== '' ? words : undefined;
}

/** Returns a header's values: the service, or caches in between, may send several. */
function headersOf({ headers }: AxiosResponse, name: string): string[] {
  const value: unknown = headers[name];
  return [value].flat().filter((each) => typeof each === 'string');
}

/** A date of HTTP begins with the day of the week; its oldest form names no zone. */
const httpDate = /^[A-Z]\w{2,8},? .*\d\d:\d\d:\d\d/;

/**
 * Reads `Retry-After`, which is in seconds or a date (RFC 9110, section 10.2.3), as milliseconds
 * from now. Ignores any other form: `Date.parse` takes -5 and 1.5 for dates of 2001, so the service
 * would be asked again at once.
 */
function retryAfterMs(response: AxiosResponse): number | undefined {
  const [value = ''] = headersOf(response, 'retry-after');
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  if (!httpDate.test(value)) return undefined;
  const atMs = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - Date.now());
}

/**
 * The lowest age that counts, in milliseconds: an answer below this age has just been fetched by
 * the cache.
 */
const momentMs = 10_000;

/**
 * Reads `Age` (RFC 9111, section 5.1): some caches answer with what they stored in spite of
 * `no-cache`.
 */
function ageMs(response: AxiosResponse): number | undefined {
  const [value = ''] = headersOf(response, 'age');
  const age = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : 0;
  return age >= momentMs ? age : undefined;
}

/**
 * Builds a pattern for the token in JSON, where any character may be escaped: some writers escape
 * all but letters.
 */
function asQuoted(token: string): RegExp {
  const characters = [...token].map((character) => {
    const hex = character.charCodeAt(0).toString(16);
    return `(?:\\\\?\\x${hex}|\\\\u00${hex})`;
  });
  return new RegExp(characters.join(''), 'gi');
}
