import { type AgentOptions, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import axios, { type AxiosResponse, isAxiosError } from 'axios';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { parse } from 'lossless-json';
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
  tunnelTimeoutMs,
} from '../errors.ts';
import { version } from '../text.ts';
import { asText, JsonObject, mayHoldFields, redact } from './fields.ts';
import type { Question } from './resilience.ts';

export interface ServiceResponse {
  /** What was asked, and the status. */
  details: TransferApiErrorDetails & { status: number };
  body: Body;
  /** How old the answer is, where a cache on the way kept it for more than a moment. */
  ageMs: number | undefined;
}

/**
 * One GET request.
 * @param isFresh whether it needs a new connection instead of a kept-alive one
 * @throws TransferApiError for anything but a 2xx with a JSON body
 */
export type Send = (question: Question, signal: AbortSignal, isFresh: boolean) => Promise<ServiceResponse>;

/** A record takes some kilobytes, and parsing one of some megabytes would block the process for seconds. */
const recordMaxBytes = 256 * 1024;
/** Limits of a body, counted after decompression; the list's is enough for thousands of institutions. */
const maxBodyBytes = { transaction: recordMaxBytes, requery: recordMaxBytes, banks: 5 * 1024 * 1024 };

export function createSend(baseUrl: string, token: Secret, proxy?: ProxyAddress): Send {
  const agents = proxy ? tunnelAgents(proxy) : directAgents;
  const quoted = asQuoted(token.reveal());
  const client = axios.create({
    adapter: 'http',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      Authorization: `Bearer ${token.reveal()}`,
      'Cache-Control': 'no-cache',
      'User-Agent': `txnbot/${version}`,
    },
    maxRedirects: 0, // a redirect must not take the token elsewhere
    proxy: false, // and none of the environment's
    responseType: 'text',
    transformResponse: (text: string) => text, // our own parse keeps every digit
    validateStatus: () => true,
  });
  return async ({ operation, asked, path }, signal, isFresh) => {
    const details: TransferApiErrorDetails = { operation, asked };
    let response: AxiosResponse<string>;
    try {
      response = await client.get<string>(baseUrl + path, {
        signal,
        maxContentLength: maxBodyBytes[operation],
        ...(isFresh ? agents.fresh : agents.keptAlive),
      });
    } catch (error) {
      throw transportFailure(error, details);
    }
    return readResponse(response, details, quoted);
  };
}

/** Why there was no answer, in a new error: the client's own error holds the request, and so the token. */
export function transportFailure(error: unknown, details: TransferApiErrorDetails): TransferApiError {
  const code = isAxiosError(error) ? error.code : undefined;
  if (isAxiosError(error) && error.cause instanceof ProxyError)
    return new TransferApiError('proxy', { ...details, code: error.cause.code });
  // Without a response, axios uses this code only for its limit on the body's size; when a connection breaks in the
  // middle of a body, there is a response.
  if (isAxiosError(error) && code === axios.AxiosError.ERR_BAD_RESPONSE && !error.response)
    return new TransferApiError('unexpected_body', { ...details, code, reason: 'too_large' });
  if (code === 'Z_DATA_ERROR' || code?.startsWith('ERR__ERROR_FORMAT'))
    return new TransferApiError('unexpected_body', { ...details, code, reason: 'not_json' });
  const isUntrusted = code !== undefined && isCertificateCode(code);
  return new TransferApiError(isUntrusted ? 'untrusted' : 'unreachable', { ...details, code });
}

/** Redacts what `quoted` matches in the body. @throws TransferApiError for anything but a 2xx with a JSON body. */
function readResponse(response: AxiosResponse<string>, base: TransferApiErrorDetails, quoted: RegExp): ServiceResponse {
  const { status } = response;
  const body = readBody(response.data.replace(quoted, '[secret]')); // some services quote what they refuse
  const details = { ...base, status };
  if (status >= 200 && status < 300 && body) return { details, body, ageMs: ageMs(response) };
  const [failure, reason] = failureOf(status, body, base.operation);
  const serviceMessage = body && messageOf(body);
  throw new TransferApiError(failure, {
    ...details,
    reason,
    serviceMessage,
    retryAfterMs: retryAfterMs(response),
  });
}

type Failure = readonly [TransferApiFailure, TransferApiErrorDetails['reason']?];

function failureOf(status: number, body: Body | undefined, operation: TransferApiOperation): Failure {
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

/** A JSON body after one parse, without its secret fields. */
export interface Body {
  /** Of the envelope of spec 2.1; `undefined` where the body is none. */
  success: boolean | undefined;
  message: string | undefined;
  /** The envelope's `data`, or the body itself. */
  payload: unknown;
  /** The other fields of the envelope. */
  rest: Record<string, unknown>;
  /** The names of the secret fields, at any depth. */
  withheld: readonly string[];
}

/** Two texts of JSON would be none together, and nobody would find a secret field in them. */
const scalar = z.union([asText, z.null().transform(String)]).refine((text) => !mayHoldFields(text));

/** Two values under one name: both as one text, which is no status, amount or id that either is; or a word of it. */
function readTwice({ oldValue, newValue }: { oldValue: unknown; newValue: unknown }): string {
  const both = z.tuple([scalar, scalar]).safeParse([oldValue, newValue]);
  return both.success ? both.data.join(' and also ') : 'given twice, not alike';
}

/** Keeps every digit. @returns nothing where the text is no JSON */
export function readBody(text: string): Body | undefined {
  let parsed: unknown;
  try {
    parsed = parse(text, null, { onDuplicateKey: readTwice });
  } catch {
    return undefined; // the parser's message quotes the body, so it is not kept
  }
  const { kept, withheld } = redact({ payload: parsed }, 'secret');
  const { payload } = kept;
  const envelope = Envelope.safeParse(payload).data;
  if (!envelope) return { success: undefined, message: undefined, payload, rest: {}, withheld };
  const { success, message: given, data, ...others } = envelope;
  const message = asText.safeParse(given).data;
  // A message that is not text stays with the other fields.
  const rest = message === undefined && given !== undefined && given !== null ? { message: given, ...others } : others;
  return { success, message, payload: data, rest, withheld };
}

/** The service's words about a failed call: the `message` of the envelope or of other JSON. */
export function messageOf({ success, message, payload }: Body): string | undefined {
  const words = success === undefined ? JsonObject.safeParse(payload).data?.message : message;
  return typeof words === 'string' && words !== '' ? words : undefined;
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

/** For retries: when one kept-alive connection was reset, the next one is likely to be dead as well. */
const newEachTime = { keepAlive: false };
/** As Node's own agents, which connect directly, keep connections. */
const keptAlive = { keepAlive: true, scheduling: 'lifo', timeout: 5_000 } as const;

const directAgents = {
  keptAlive: {},
  fresh: { httpAgent: new HttpAgent(newEachTime), httpsAgent: new HttpsAgent(newEachTime) },
};

function tunnelAgents(proxy: ProxyAddress) {
  const both = (agent: TunnelAgent) => ({ httpAgent: agent, httpsAgent: agent });
  return { keptAlive: both(new TunnelAgent(proxy, keptAlive)), fresh: both(new TunnelAgent(proxy, newEachTime)) };
}

/** Matches a token within JSON, where any character may be escaped: some writers escape a slash, others all but letters. */
function asQuoted(token: string): RegExp {
  const characters = [...token].map((character) => {
    const hex = character.charCodeAt(0).toString(16);
    return `(?:\\\\?\\x${hex}|\\\\u00${hex})`;
  });
  return new RegExp(characters.join(''), 'gi');
}

type Connect = HttpsProxyAgent<string>['connect'];

/**
 * Connects through a proxy, to http and https. The library hands the proxy's refusal on as if the service had answered
 * so, and waits for a silent proxy for ever; this one does neither.
 */
class TunnelAgent extends HttpsProxyAgent<string> {
  constructor({ url, authorization }: ProxyAddress, options: AgentOptions) {
    super(url, { ...options, headers: authorization ? { 'Proxy-Authorization': authorization.reveal() } : {} });
  }

  override async connect(...[request, options]: Parameters<Connect>): ReturnType<Connect> {
    const opening = new AbortController();
    this.connectOpts = { ...this.connectOpts, signal: opening.signal }; // read below, before anything is waited for
    let status = 0;
    request.once('proxyConnect', ({ statusCode }: { statusCode: number }) => {
      status = statusCode;
    });
    const timer = setTimeout(() => opening.abort(), tunnelTimeoutMs);
    try {
      const socket = await super.connect(request, options);
      if (status === 200) return socket;
      socket.destroy();
    } catch (error) {
      const code = errorCode(error);
      // The library's own errors have no code: the proxy hung up, or its answer is none of HTTP.
      throw new ProxyError(opening.signal.aborted ? 'timeout' : code === 'Error' ? 'no_answer' : code);
    } finally {
      clearTimeout(timer);
    }
    throw new ProxyError(status);
  }
}
