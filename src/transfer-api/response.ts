import axios, { type AxiosResponse, isAxiosError } from 'axios';
import { TransferApiError, type TransferApiErrorDetails } from '../errors.ts';
import { type Body, messageOf, readBody } from './body.ts';

export interface ServiceResponse {
  status: number;
  body: Body;
}

/** What Node says of a certificate that nobody vouches for any more, or that is another one's. */
const untrusted =
  /^(?:CERT_|CRL_|ERROR_IN_(?:CERT|CRL)_|ERR_TLS_CERT_|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_EXCEEDED)/;

/** Why there was no answer; a copy, since what the client throws holds the request and so the token. */
export function transportFailure(error: unknown, details: TransferApiErrorDetails): TransferApiError {
  const code = isAxiosError(error) ? error.code : undefined;
  // The one error of axios with this code and no response is its limit on the body's size; a
  // connection that breaks in the middle of a body has both.
  if (isAxiosError(error) && code === axios.AxiosError.ERR_BAD_RESPONSE && !error.response)
    return new TransferApiError('unexpected_body', { ...details, code, reason: 'too_large' });
  if (code === 'Z_DATA_ERROR' || code?.startsWith('ERR__ERROR_FORMAT'))
    return new TransferApiError('unexpected_body', { ...details, code, reason: 'not_json' });
  const isUntrusted = code !== undefined && untrusted.test(code);
  return new TransferApiError(isUntrusted ? 'untrusted' : 'unreachable', { ...details, code });
}

/** @throws TransferApiError for whatever is not a 2xx with a JSON body; `token` is taken out of what is kept. */
export function readResponse(
  response: AxiosResponse<string>,
  base: TransferApiErrorDetails,
  token: string,
): ServiceResponse {
  const { status } = response;
  const body = readBody(response.data.replace(asQuoted(token), '[secret]')); // some services quote what they refuse
  const details = { ...base, status, serviceMessage: messageOf(body) };
  if (status >= 200 && status < 300) {
    if (body.kind === 'unreadable') throw new TransferApiError('unexpected_body', { ...details, reason: 'not_json' });
    return { status, body };
  }
  if (status === 401 || status === 403) throw new TransferApiError('unauthorized', details);
  if (status === 408) throw new TransferApiError('timeout', details);
  if (status === 429) throw new TransferApiError('rate_limited', { ...details, retryAfterMs: retryAfterMs(response) });
  if (status >= 500) throw new TransferApiError('unreachable', { ...details, retryAfterMs: retryAfterMs(response) });
  // Only the service's own envelope can say "not found": a proxy or a wrong base URL answers 404 as well.
  if (status === 404 && body.kind === 'envelope' && !body.success) throw new TransferApiError('not_found', details);
  if (status < 400 || status === 404)
    throw new TransferApiError('unexpected_body', { ...details, reason: 'not_an_envelope' });
  throw new TransferApiError('rejected', details);
}

/** In JSON any character may stand as an escape: some writers escape a slash, others all that is no letter. */
function asQuoted(token: string): RegExp {
  const characters = [...token].map((character) => {
    const hex = character.charCodeAt(0).toString(16);
    return `(?:\\\\?\\x${hex}|\\\\u00${hex})`;
  });
  return new RegExp(characters.join(''), 'gi');
}

/** `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). */
function retryAfterMs(response: AxiosResponse): number | undefined {
  const value: unknown = response.headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - Date.now());
}
