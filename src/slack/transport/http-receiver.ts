import type { RequestListener, Server, ServerResponse } from 'node:http';
import {
  type App,
  type Logger as BoltLogger,
  type BufferedIncomingMessage,
  HTTPModuleFunctions,
  type Receiver,
  type ReceiverEvent,
} from '@slack/bolt';
import { createGuardedServer, listenOn } from '../../ops/guarded-server.ts';
import { bodyMax, createBodyReader } from './body-reader.ts';
import type { Refusal } from './refused-requests.ts';
import { isSigned, signatureOf } from './signature.ts';

export interface HttpReceiver extends Receiver {
  readonly server: Server;
  start(port: number): Promise<void>;
}

const { buildNoBodyResponse, buildUrlVerificationResponse, isRawBodyError, parseHTTPRequestBody } = HTTPModuleFunctions;

const path = '/slack/events';
const unsignedBodyMax = 1024; // `ssl_check=1` and a token
const limits = { connectionsMax: 2_000, silenceMs: 10_000 };
const statuses = { unsigned: 401, too_long: 413 };

/**
 * Receives Slack's requests with parts of Bolt. Bolt's `HTTPReceiver` takes the body `null` for a payload and fails on
 * it in an unhandled promise, which would end the process; and it reads bodies from anyone, of any size.
 * @param onRefusal called for every request to Slack's path that Slack has not sent, and every connection too many
 */
export function createHttpReceiver(
  signingSecret: string,
  logger: BoltLogger,
  onRefusal: (why: Refusal) => void,
): HttpReceiver {
  let app: App | undefined;
  const read = createBodyReader(() => onRefusal('too_many'));

  const receive: RequestListener = async (request, response) => {
    /** Answers and closes the connection: kept open after an unsigned request, it would take a place from Slack's. */
    const part = (status: number) => {
      request.resume(); // an unread rest of the body would break the connection before the client reads the answer
      response.setHeader('connection', 'close');
      buildNoBodyResponse(response, status);
    };
    const refuse = (why: keyof typeof statuses) => {
      onRefusal(why);
      part(statuses[why]);
    };
    // Other requests from the internet get a 404 and no log line.
    if (request.method !== 'POST' || !(request.url === path || request.url?.startsWith(`${path}?`))) return part(404);

    const signature = signatureOf(request.headers);
    const length = Number(request.headers['content-length']);
    if (!signature && !(length <= unsignedBodyMax)) return refuse('unsigned');
    if (length > bodyMax) return refuse('too_long');
    let received: BufferedIncomingMessage;
    try {
      received = await read(request);
    } catch (error) {
      return isRawBodyError(error) && error.statusCode === 413 ? refuse('too_long') : response.destroy();
    }
    // Slack checks the certificate with an unsigned request; the answer says only that it works.
    if (isSslCheck(received)) return part(200);
    if (!signature || !isSigned(received.rawBody, signature, signingSecret)) return refuse('unsigned');

    const body = bodyOf(received);
    if (body.type === 'url_verification') return buildUrlVerificationResponse(response, body);
    if (body.type === 'app_rate_limited') {
      logger.warn('Slack sends no more events this minute: there are more than it delivers to one app.');
      return acknowledge(response, undefined);
    }
    try {
      await app?.processEvent({
        body,
        ack: async (answer) => acknowledge(response, answer),
        customProperties: { signature: signature.signature },
      });
    } catch (error) {
      logger.warn('A request was refused:', error);
    }
    if (!response.headersSent) buildNoBodyResponse(response, 400);
  };

  const server = createGuardedServer(limits, receive).on('drop', () => onRefusal('too_many'));
  return {
    server,
    init(initialized) {
      app = initialized;
    },
    start: (port) => listenOn(server, port),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Sends a Content-Length; Bolt's own function would send the body in chunks. */
function acknowledge(response: ServerResponse, answer: unknown): void {
  const body = answer ? JSON.stringify(answer) : '';
  const type = answer ? { 'content-type': 'application/json' } : {};
  response.writeHead(200, { 'content-length': Buffer.byteLength(body), ...type }).end(body);
}

/** Searches the body without parsing it: unsigned JSON can be made to cost a thousand times what refusing it costs. */
function isSslCheck({ headers, rawBody }: BufferedIncomingMessage): boolean {
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  return isForm && /(?:^|&)ssl_check=1(?:&|$)/.test(rawBody.toString('latin1'));
}

/** The parsed body; empty, and so no payload, when it is invalid or `null`. */
function bodyOf(request: BufferedIncomingMessage): ReceiverEvent['body'] {
  try {
    return parseHTTPRequestBody(request) ?? {};
  } catch {
    return {};
  }
}
