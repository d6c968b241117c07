import axios, { type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { parse } from 'lossless-json';
import undici, { type Dispatcher } from 'undici';
import * as z from 'zod';
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
import { version } from '../text.ts';
import { asText, JsonObject, mayHoldFields, redact, textOf } from './fields.ts';
import type { ServiceRequest } from './resilience.ts';

export interface ServiceResponse {
  /** What was requested, and the HTTP status of the response. */
  details: TransferApiErrorDetails & { status: number };
  body: ResponseBody;
  /** The answer's age, if a cache had stored the answer for ten seconds or longer. */
  ageMs: number | undefined;
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

export function createSend(baseUrl: string, token: Secret, proxy?: ProxyAddress): Send {
  const keptAlive = createDispatcher(proxy);
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
    transformResponse: (text: string) => text, // our own parse keeps every digit
  });
  return async ({ operation, asked, path }, signal, isFresh) => {
    const details: TransferApiErrorDetails = { operation, asked };
    // When one kept-alive connection was reset, the next one is likely to be dead as well.
    const dispatcher = isFresh ? createDispatcher(proxy) : keptAlive; // `reset` closes a fresh connection after use
    let response: AxiosResponse<string>;
    try {
      response = await client.get<string>(baseUrl + path, {
        adapter: (request) => sendByUndici(request, { dispatcher, signal, reset: isFresh }),
      });
    } catch (error) {
      throw transportFailure(error, details);
    } finally {
      if (isFresh) void dispatcher.close(); // after an aborted request, undici would connect again
    }
    if (response.data.length > maxBodyBytes[operation])
      throw new TransferApiError('unexpected_body', { ...details, reason: 'too_large' });
    return readResponse(response, details, quoted);
  };
}

/**
 * A look-up's deadline ends its request; only a hanging handshake needs its own timeout, so that
 * the socket closes.
 */
const limits = { connect: { timeout: 30_000 }, headersTimeout: 0, bodyTimeout: 0 };

/**
 * Connects to the service directly or through `proxy`; proxies from environment variables are never
 * used.
 */
function createDispatcher(proxy: ProxyAddress | undefined): Dispatcher {
  const options = { ...limits, maxResponseSize: maxBodyBytes.banks };
  return proxy ? createTunnels(proxy, options).dispatcher : new undici.Agent(options);
}

/**
 * An axios adapter. The default adapter, with Node's own client, costs 60 µs more CPU time per
 * request, and undici already opens the tunnels to Slack. This adapter follows no redirect, which
 * could send the token to another host.
 */
async function sendByUndici(
  config: InternalAxiosRequestConfig,
  options: { dispatcher: Dispatcher; signal: AbortSignal; reset: boolean },
): Promise<AxiosResponse<string>> {
  const headers = Object.entries(config.headers.toJSON()).flatMap(([name, value]) => [
    name,
    String(value),
  ]);
  const response = await undici.request(config.url ?? '', { ...options, headers });
  const data = await response.body.text();
  return { data, status: response.statusCode, statusText: '', headers: response.headers, config };
}

/**
 * Converts a transport error, because the HTTP client's own error may hold the request, and with it
 * the token.
 */
export function transportFailure(
  error: unknown,
  details: TransferApiErrorDetails,
): TransferApiError {
  const code = errorCode(error);
  if (error instanceof ProxyError) return new TransferApiError('proxy', { ...details, code });
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return new TransferApiError('unexpected_body', { ...details, code, reason: 'too_large' });
  return new TransferApiError(isCertificateCode(code) ? 'untrusted' : 'unreachable', {
    ...details,
    code,
  });
}

/**
 * Reads a response, redacting what `quoted` matches. @throws TransferApiError unless it is a 2xx
 * with a JSON body
 */
function readResponse(
  response: AxiosResponse<string>,
  base: TransferApiErrorDetails,
  quoted: RegExp,
): ServiceResponse {
  const { status } = response;
  const body = readBody(response.data.replace(quoted, '[secret]')); // some services quote a token that they refuse
  const details = { ...base, status };
  if (status >= 200 && status < 300 && body) return { details, body, ageMs: ageMs(response) };
  const [failure, reason] = failureOf(status, body, base.operation);
  const serviceMessage = body && readErrorMessage(body);
  throw new TransferApiError(failure, {
    ...details,
    reason,
    serviceMessage,
    retryAfterMs: retryAfterMs(response),
  });
}

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
  const areScalar = both.every((text) => text !== undefined && !mayHoldFields(text));
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

/** Returns a header's value: the first value if the service or a cache in between sent several. */
function headerOf({ headers }: AxiosResponse, name: string): unknown {
  const value: unknown = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/**
 * Reads `Retry-After`, which is in seconds or a date (RFC 9110, section 10.2.3), as milliseconds
 * from now.
 */
function retryAfterMs(response: AxiosResponse): number | undefined {
  const value = headerOf(response, 'retry-after');
  if (typeof value !== 'string') return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const atMs = Date.parse(value);
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
  const value = headerOf(response, 'age');
  const age = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) * 1000 : 0;
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
