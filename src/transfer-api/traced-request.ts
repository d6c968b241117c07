import { TransferApiError, type TransferApiOperation } from '../errors.ts';
import { type OutgoingCall, tracedCall } from '../tracing.ts';
import type { ServiceResponse } from './response.ts';

export interface RequestEnd {
  operation: TransferApiOperation;
  /** `2xx` and so on, or the failure when there was no status. */
  status: string;
  /** 1 for the first request of a look-up. */
  tryNumber: number;
  durationMs: number;
}

export interface Request {
  operation: TransferApiOperation;
  /** The path without what was asked for. */
  route: string;
  baseUrl: string;
  /** 1 for the first request of a look-up. */
  tryNumber: number;
  signal: AbortSignal;
}

/** Sends one request in its own span, and reports how it ended. */
export async function tracedRequest(
  { operation, route, baseUrl, tryNumber, signal }: Request,
  send: () => Promise<ServiceResponse>,
  onRequest: (request: RequestEnd) => void = () => {},
): Promise<ServiceResponse> {
  const startedAtMs = performance.now();
  const ended = (status: string) =>
    onRequest({ operation, status, tryNumber, durationMs: performance.now() - startedAtMs });
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
