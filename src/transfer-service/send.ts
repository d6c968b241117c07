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
  type TransferApiOperation,
} from '../errors.ts';
import { createTunnels } from '../ops/proxy.ts';
import { version } from '../text.ts';
import { asText, JsonObject, mayHoldFields, redact } from './fields.ts';

export interface ServiceResponse {
  status: number;
  body: Body;
  /** How old the answer is, where a cache on the way kept it for more than a moment. */
  ageMs: number | undefined;
}

/** One look-up: what is asked, and whether somebody waits for it alone. */
export interface Question {
  operation: TransferApiOperation;
  /** Already encoded, with its query: `/v1/transfer/banks`. */
  path: string;
  asked?: string;
  /** Set when it is one of many that one person asks for together: they have one key and one deadline. */
  batch?: { key: object; withinMs: number } | undefined;
  /**
   * Set when a watch or a list asks: it waits as long as it takes for a place that people leave, and while the service is
   * in trouble. Aborted when nobody waits for it any more, and its reason is thrown.
   */
  watch?: AbortSignal | undefined;
}

/**
 * One GET request.
 * @param isFresh whether it needs a new connection instead of a kept-alive one
 * @throws TransferApiError for anything but a 2xx with a JSON body
 */
export type Send = (question: Question, signal: AbortSignal, isFresh: boolean) => Promise<ServiceResponse>;

/** A record takes some kilobytes, and parsing one of some megabytes would block the process for seconds. */
const recordMaxBytes = 256 * 1024;
/** Limits of a body; the list's is enough for thousands of institutions. */
const maxBodyBytes = { transaction: recordMaxBytes, requery: recordMaxBytes, banks: 5 * 1024 * 1024 };

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
    const dispatcher = isFresh ? createDispatcher(proxy) : keptAlive;
    let response: AxiosResponse<string>;
    try {
      response = await client.get<string>(baseUrl + path, {
        adapter: (request) => sendByUndici(request, { dispatcher, signal, reset: isFresh }),
      });
    } catch (error) {
      throw transportFailure(error, details);
    } finally {
      if (isFresh) void dispatcher.close();
    }
    if (response.data.length > maxBodyBytes[operation])
      throw new TransferApiError('unexpected_body', { ...details, reason: 'too_large' });
    return readResponse(response, details, quoted);
  };
}

/** No time limits of undici's own: the deadline of the look-up ends a request. */
const untimed = { connect: { timeout: 0 }, headersTimeout: 0, bodyTimeout: 0 };

/** Connections to the service, directly or through the proxy. None of the environment's proxies is used. */
function createDispatcher(proxy: ProxyAddress | undefined): Dispatcher {
  const options = { ...untimed, maxResponseSize: maxBodyBytes.banks };
  return proxy ? createTunnels(proxy, options).dispatcher : new undici.Agent(options);
}

/**
 * An adapter of axios. Node's own client, axios' default, takes 60 µs of processor more a request, and undici tunnels to
 * Slack already. It follows no redirect, which would take the token elsewhere.
 */
async function sendByUndici(
  config: InternalAxiosRequestConfig,
  options: { dispatcher: Dispatcher; signal: AbortSignal; reset: boolean },
): Promise<AxiosResponse<string>> {
  const headers = Object.entries(config.headers.toJSON()).flatMap(([name, value]) => [name, String(value)]);
  const response = await undici.request(config.url ?? '', { ...options, headers });
  const data = await response.body.text();
  return { data, status: response.statusCode, statusText: '', headers: response.headers, config };
}

/** Why there was no answer, in a new error: an HTTP client's own error may hold the request, and so the token. */
export function transportFailure(error: unknown, details: TransferApiErrorDetails): TransferApiError {
  const code = errorCode(error);
  if (error instanceof ProxyError) return new TransferApiError('proxy', { ...details, code });
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return new TransferApiError('unexpected_body', { ...details, code, reason: 'too_large' });
  return new TransferApiError(isCertificateCode(code) ? 'untrusted' : 'unreachable', { ...details, code });
}

/** Redacts what `quoted` matches in the body. @throws TransferApiError for anything but a 2xx with a JSON body. */
function readResponse(response: AxiosResponse<string>, base: TransferApiErrorDetails, quoted: RegExp): ServiceResponse {
  const { status } = response;
  const body = readBody(response.data.replace(quoted, '[secret]')); // some services quote what they refuse
  const details = { ...base, status, serviceMessage: messageOf(body) };
  if (status >= 200 && status < 300) {
    if (body.kind === 'unreadable') throw new TransferApiError('unexpected_body', { ...details, reason: 'not_json' });
    return { status, body, ageMs: ageMs(response) };
  }
  if (status === 401 || status === 403) throw new TransferApiError('unauthorized', details);
  if (status === 408) throw new TransferApiError('timeout', details);
  if (status === 429) throw new TransferApiError('rate_limited', { ...details, retryAfterMs: retryAfterMs(response) });
  if (status >= 500) throw new TransferApiError('unreachable', { ...details, retryAfterMs: retryAfterMs(response) });
  if (status === 404 && base.operation === 'banks')
    throw new TransferApiError('unexpected_body', { ...details, reason: 'wrong_address' });
  // Only the service's own envelope can say "not found": a proxy answers 404 as well.
  if (status === 404 && body.kind === 'envelope' && !body.success) throw new TransferApiError('not_found', details);
  if (status < 400 || status === 404)
    throw new TransferApiError('unexpected_body', { ...details, reason: 'not_an_envelope' });
  throw new TransferApiError('rejected', details);
}

const Envelope = z.looseObject({
  success: z.boolean(),
  message: asText.optional().catch(undefined),
  data: z.unknown().optional(),
});

/**
 * A response body after one parse: the envelope of spec 2.1, other JSON, or neither. Secret fields are removed here;
 * `withheld` has their names.
 */
export type Body =
  | {
      kind: 'envelope';
      success: boolean;
      message: string | undefined;
      data: unknown;
      rest: Record<string, unknown>;
      withheld: string[];
    }
  | { kind: 'json'; value: unknown; withheld: string[] }
  | { kind: 'unreadable' };

/** Two texts of JSON would be none together, and nobody would find a secret field in them. */
const scalar = z.union([asText, z.null().transform(String)]).refine((text) => !mayHoldFields(text));

/** Two values under one name: both as one text, which is no status, amount or id that either is; or a word of it. */
function readTwice({ oldValue, newValue }: { oldValue: unknown; newValue: unknown }): string {
  const both = z.tuple([scalar, scalar]).safeParse([oldValue, newValue]);
  return both.success ? both.data.join(' and also ') : 'given twice, not alike';
}

/** Keeps every digit. */
export function readBody(text: string): Body {
  let parsed: unknown;
  try {
    parsed = parse(text, null, { onDuplicateKey: readTwice });
  } catch {
    return { kind: 'unreadable' }; // the parser's message quotes the body, so it is not kept
  }
  const { kept, withheld } = redact({ value: parsed }, 'secret');
  const { value } = kept;
  const envelope = Envelope.safeParse(value);
  if (!envelope.success) return { kind: 'json', value, withheld };
  const { success, message, data, ...others } = envelope.data;
  // A message that is not text stays in `rest`, with the other fields of the envelope.
  const given = JsonObject.safeParse(value).data?.message;
  const rest = message === undefined && given !== undefined && given !== null ? { message: given, ...others } : others;
  return { kind: 'envelope', success, message, data, rest, withheld };
}

/** The service's words about a failed call: the `message` of the envelope or of other JSON. */
export function messageOf(body: Body): string | undefined {
  if (body.kind === 'envelope') return body.message || undefined;
  const object = body.kind === 'json' ? JsonObject.safeParse(body.value) : undefined;
  const message = object?.success ? object.data.message : undefined;
  return typeof message === 'string' && message ? message : undefined;
}

/** `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). */
function retryAfterMs(response: AxiosResponse): number | undefined {
  const value: unknown = response.headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - Date.now());
}

/** Milliseconds. A cache that kept an answer for less has asked about it anew. */
const momentMs = 10_000;

/** `Age` (RFC 9111, 5.1): some caches answer by themselves although they are asked not to. */
function ageMs(response: AxiosResponse): number | undefined {
  const value: unknown = response.headers.age;
  const age = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) * 1000 : 0;
  return age >= momentMs ? age : undefined;
}

/** Matches a token within JSON, where any character may be escaped: some writers escape a slash, others all but letters. */
function asQuoted(token: string): RegExp {
  const characters = [...token].map((character) => {
    const hex = character.charCodeAt(0).toString(16);
    return `(?:\\\\?\\x${hex}|\\\\u00${hex})`;
  });
  return new RegExp(characters.join(''), 'gi');
}
