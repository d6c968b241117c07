import axios, { type AxiosResponse, isAxiosError } from 'axios';
import { isCertificateCode, ProxyError, TransferApiError, type TransferApiErrorDetails } from '../errors.ts';
import { type Body, messageOf, readBody } from './bodies.ts';

export interface ServiceResponse {
  status: number;
  body: Body;
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
export function readResponse(
  response: AxiosResponse<string>,
  base: TransferApiErrorDetails,
  quoted: RegExp,
): ServiceResponse {
  const { status } = response;
  const body = readBody(response.data.replace(quoted, '[secret]')); // some services quote what they refuse
  const details = { ...base, status, serviceMessage: messageOf(body) };
  if (status >= 200 && status < 300) {
    if (body.kind === 'unreadable') throw new TransferApiError('unexpected_body', { ...details, reason: 'not_json' });
    return { status, body };
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

/** `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). */
function retryAfterMs(response: AxiosResponse): number | undefined {
  const value: unknown = response.headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - Date.now());
}
