import { Axios } from 'axios';
import { parse } from 'lossless-json';
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
import { cut } from '../text.ts';
import type { ServiceRequest } from './bulkhead.ts';
import { createConnections, type HttpAnswer, responseMaxBytes } from './connections.ts';
import { decodeBody } from './decode.ts';
import { asObject, looksLikeJson, redact, textOf } from './fields.ts';
import type { Deadline } from './resilience.ts';

/** Codes for a body, compressed or not, or headers that are larger than any that are read. */
const tooLarge =
  /^(?:UND_ERR_RES_EXCEEDED_MAX_SIZE|ERR_BUFFER_TOO_LARGE|(?:UND_ERR|HPE)_HEADERS?_OVERFLOW)$/;
/**
 * Codes of a connection that the server closed, which may want a client certificate: a server on
 * OpenSSL sends an alert, one on Node hangs up without a word.
 */
const closedAfterHandshake =
  /^UND_ERR_SOCKET$|^ECONNRESET$|_ALERT_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE|HANDSHAKE_FAILURE)$/;

const encodingMax = 40;

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
export type SendQuestion = (
  question: ServiceRequest,
  deadline: Deadline,
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
  banks: responseMaxBytes,
};

/**
 * Creates the function that sends one question and reads its response. axios is the client, with
 * connections of undici: with its own defaults and Node's client it costs five times as much. No
 * header passes through it, so its errors can hold no token.
 */
export function createSend(
  baseUrl: string,
  token: Secret,
  proxy: ProxyAddress | undefined,
  silentMs: number,
): SendQuestion {
  const get = createConnections(baseUrl, token, proxy, silentMs);
  const tokenPattern = asQuoted(token.reveal());
  const client = new Axios({});

  return async ({ operation, asked, path }, deadline, isFresh) => {
    const details: TransferApiErrorDetails = { operation, asked };
    try {
      const { data: answer } = await client.request<HttpAnswer>({
        url: path,
        adapter: async (config) => {
          const data = await get(path, deadline, isFresh);
          return { data, status: data.status, statusText: '', headers: {}, config };
        },
      });
      return await readResponse(answer, details, tokenPattern);
    } catch (error) {
      throw error instanceof TransferApiError ? error : transportFailure(error, details, baseUrl);
    }
  };
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
  const failed = (failure: TransferApiFailure, reason?: TransferApiErrorDetails['reason']) =>
    new TransferApiError(failure, { ...details, code, reason });

  if (error instanceof ProxyError) return failed('proxy');
  if (tooLarge.test(code)) return failed('unexpected_body', 'too_large');
  if (isCertificateCode(code)) return failed('untrusted');

  const mayDemand = url.startsWith('https:') && closedAfterHandshake.test(code);
  return failed('unreachable', mayDemand ? 'may_demand_client_certificate' : undefined);
}

/**
 * Reads the JSON body of a 2xx response. @throws TransferApiError for any other response
 * @param lookUp the details that the error begins with: which look-up it was
 * @param tokenPattern matches the token, which some services quote in their answers: see `asQuoted`
 */
async function readResponse(
  answer: HttpAnswer,
  lookUp: TransferApiErrorDetails,
  tokenPattern: RegExp,
): Promise<ServiceResponse> {
  const { status, body: bytes } = answer;
  const maxBytes = maxBodyBytes[lookUp.operation];
  const { text, undecodable } = await decodeBody(
    bytes,
    headersOf(answer, 'content-encoding').join(),
    headersOf(answer, 'content-type').join(),
    maxBytes,
  );
  if (bytes.length > maxBytes)
    throw new TransferApiError('unexpected_body', { ...lookUp, reason: 'too_large' });

  const body = readBody(text.replace(tokenPattern, '[secret]'));
  const encoding = body ? undefined : undecodable && cut(undecodable, encodingMax);
  const details = { ...lookUp, status, encoding };
  if (status >= 200 && status < 300 && body)
    return { details, body, ageMs: ageMs(answer), isGarbled: text.includes('\ufffd') };

  const unread = body ? '' : undecodable || text;
  const [failure, reason] = classifyFailure(status, body, unread, lookUp.operation);
  const serviceMessage = body && readErrorMessage(body);

  throw new TransferApiError(failure, {
    ...details,
    reason,
    serviceMessage,
    retryAfterMs: retryAfterMs(answer),
  });
}

type FailureAndReason = readonly [TransferApiFailure, TransferApiErrorDetails['reason']?];

/**
 * Classifies a response as a failure. Called only for one that is not a 2xx with a JSON body, so a
 * status below 300 here means that the body is not JSON.
 * @param unread the text of a body that is not JSON, or the encoding that cannot be decoded
 */
function classifyFailure(
  status: number,
  body: ResponseBody | undefined,
  unread: string,
  operation: TransferApiOperation,
): FailureAndReason {
  if (status < 300 && unread.trim() === '') return ['unexpected_body', 'empty'];
  if (status < 300) return ['unexpected_body', /^\s*</.test(unread) ? 'web_page' : 'not_json'];
  if (status === 401 || status === 403) return ['unauthorized'];
  if (status === 404 && operation === 'banks') return ['unexpected_body', 'wrong_address'];
  // Only the service's own envelope can say "not found": a proxy answers 404 as well.
  if (status === 404 && body?.success === false) return ['not_found'];
  if (status < 400 || status === 404) return ['unexpected_body', 'not_an_envelope'];
  if (status === 408) return ['timeout'];
  if (status === 429) return ['rate_limited'];

  return status >= 500 ? ['unreachable'] : ['rejected'];
}

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

  const { kept: body, withheld } = redact(parsed, 'secret');
  const { success, message: statedMessage, data, ...others } = asObject(body) ?? {};
  const isEnvelope = typeof success === 'boolean';
  if (!isEnvelope)
    return { success: undefined, message: undefined, payload: body, rest: {}, withheld };

  const message = textOf(statedMessage);
  const isStated = statedMessage !== undefined && statedMessage !== null;
  // A message that is not text stays with the other fields.
  const rest = isStated && message === undefined ? { message: statedMessage, ...others } : others;

  return { success, message, payload: data, rest, withheld };
}

/**
 * Returns the service's message about a failed request: `message` of the envelope, or of another
 * JSON object.
 */
export function readErrorMessage({ success, message, payload }: ResponseBody): string | undefined {
  const words = success === undefined ? asObject(payload)?.message : message;
  return typeof words === 'string' && words !== '' ? words : undefined;
}

/** Returns a header's values: the service, or caches in between, may send several. */
function headersOf({ headers }: HttpAnswer, name: string): string[] {
  return [headers[name] ?? []].flat();
}

/** A date of HTTP begins with the day of the week; its oldest form names no zone. */
const httpDate = /^[A-Z]\w{2,8},? .*\d\d:\d\d:\d\d/;

/**
 * Reads `Retry-After`, which is in seconds or a date (RFC 9110, section 10.2.3), as milliseconds
 * from now. Ignores any other form: `Date.parse` takes -5 and 1.5 for dates of 2001, so the service
 * would be asked again at once.
 */
function retryAfterMs(answer: HttpAnswer): number | undefined {
  const [value = ''] = headersOf(answer, 'retry-after');
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
function ageMs(answer: HttpAnswer): number | undefined {
  const [value = ''] = headersOf(answer, 'age');
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
