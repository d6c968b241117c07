import type { ServerResponse } from 'node:http';
import { stringify } from 'lossless-json';

/** One request, as far as a sample has to know it. */
export interface Exchange {
  readonly response: ServerResponse;
  /**
   * When the service started; the samples' times are told from here, so that they are of today and
   * stay put.
   */
  readonly startedAtMs: number;
  readonly slowMs: number;
  readonly dripIntervalMs: number;
  /** 1 for the first request for this URL. */
  readonly attempt: number;
  /** When this URL was first asked for. */
  readonly firstAskedAtMs: number;
  readonly changesAfterMs: number;
  /** The same server under another host name. */
  readonly otherHostUrl: string;
}

/** How the service treats a request. An answer may depend on the exchange, and may never come. */
export type Answer = (exchange: Exchange) => void;

const jsonType = { 'content-type': 'application/json; charset=utf-8' };

/** JSON with every digit of a bigint or LosslessNumber; what is undefined is left out. */
export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  ({ response }) => {
    response.writeHead(status, { ...jsonType, ...headers }).end(stringify(body));
  };

/** The envelope of a look-up that found something. */
export const found = (data: unknown, message = ''): Answer =>
  json({ success: true, message, data });

/** The envelope of one that did not. */
export const refused = (
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Answer => json({ success: false, message, data: null }, status, headers);

/** A body as it stands, whatever it is. */
export const text =
  (body: string, { status = 200, contentType = jsonType['content-type'] } = {}): Answer =>
  ({ response }) => {
    response.writeHead(status, { 'content-type': contentType }).end(body);
  };

export const slowly =
  (answer: Answer): Answer =>
  (exchange) => {
    const timer = setTimeout(answer, exchange.slowMs, exchange);
    exchange.response.on('close', () => clearTimeout(timer));
  };

export const never: Answer = () => {};

/** Sends the headers at once and then the body a byte at a time. */
export const drip =
  (body: string): Answer =>
  ({ response, dripIntervalMs }) => {
    const bytes = Buffer.from(body);
    let sent = 0;
    response.writeHead(200, jsonType).flushHeaders();
    const timer = setInterval(() => {
      response.write(bytes.subarray(sent, sent + 1));
      sent += 1;
      if (sent === bytes.length) response.end();
    }, dripIntervalMs);
    response.on('close', () => clearInterval(timer));
  };

/** The first of every two requests meets the first answer. */
export const byTurns =
  (first: Answer, second: Answer): Answer =>
  (exchange) =>
    (exchange.attempt % 2 === 1 ? first : second)(exchange);

/** What is there at first, and from a minute after it was first asked for on. */
export const changing =
  (before: Answer, after: Answer): Answer =>
  (exchange) =>
    (Date.now() < exchange.firstAskedAtMs + exchange.changesAfterMs ? before : after)(exchange);

export const redirect =
  (path: string): Answer =>
  ({ response, otherHostUrl }) => {
    response.writeHead(302, { location: `${otherHostUrl}${path}` }).end();
  };
