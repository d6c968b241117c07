import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import {
  type App,
  type Logger as BoltLogger,
  type BufferedIncomingMessage,
  HTTPModuleFunctions,
  type Receiver,
  type ReceiverEvent,
} from '@slack/bolt';
import { createGuardedServer } from '../../ops/guarded-server.ts';
import type { Refusal } from './refused-requests.ts';
import { isSigned, signatureOf } from './signature.ts';

export interface HttpReceiver extends Receiver {
  readonly server: Server;
  start(port: number): Promise<void>;
}

const {
  bufferIncomingMessage,
  buildNoBodyResponse,
  buildUrlVerificationResponse,
  isRawBodyError,
  parseHTTPRequestBody,
} = HTTPModuleFunctions;

const path = '/slack/events';
const bodyMax = 256 * 1024; // the body is read before its signature can be checked
const unsignedBodyMax = 1024; // `ssl_check=1` and a token
/** Of all bodies that are being read. */
const readingMax = 16 * 1024 * 1024;
const connectionsMax = 2_000;
const statuses = { unsigned: 401, too_long: 413 };

/**
 * Slack's requests, received with Bolt's own parts. Its `HTTPReceiver` takes a body of `null` for a payload, and
 * stumbles over it in a promise that nobody holds: that would end the process; and it reads whatever anybody sends.
 * @param onRefusal told of every request to Slack's path that Slack has not sent, and of every connection too many
 */
export function createHttpReceiver(
  signingSecret: string,
  logger: BoltLogger,
  onRefusal: (why: Refusal) => void,
): HttpReceiver {
  let app: App | undefined;
  /** Whose bodies are being read, the oldest first, with the bytes so far. */
  const reading = new Map<IncomingMessage, number>();
  let readingBytes = 0;

  /** What Slack sends is whole within moments, so where too much is being read the oldest gives way. */
  const makeRoom = () => {
    for (const [request, bytes] of reading) {
      if (readingBytes <= readingMax) return;
      reading.delete(request);
      readingBytes -= bytes;
      onRefusal('too_many');
      request.destroy();
    }
  };
  /** @throws Error when the body is too long, or its connection has ended */
  const read = async (request: IncomingMessage): Promise<BufferedIncomingMessage> => {
    reading.set(request, 0);
    request.on('data', (chunk: Buffer) => {
      const bytes = reading.get(request);
      if (bytes === undefined) return;
      reading.set(request, bytes + chunk.length);
      readingBytes += chunk.length;
      makeRoom();
    });
    try {
      return await bufferIncomingMessage(request, bodyMax);
    } finally {
      readingBytes -= reading.get(request) ?? 0;
      reading.delete(request);
    }
  };

  const receive: RequestListener = async (request, response) => {
    /** A connection that stayed after what nobody signed would take the place of one of Slack's. */
    const part = (status: number) => {
      request.resume(); // what is left of a body would break the connection before the answer is read
      response.setHeader('connection', 'close');
      buildNoBodyResponse(response, status);
    };
    const refuse = (why: keyof typeof statuses) => {
      onRefusal(why);
      part(statuses[why]);
    };
    // Whatever else comes from the internet is not there, and not worth a word.
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
    // Slack tries the certificate without a signature, and hears nothing but that it holds.
    if (isSslCheck(received)) return part(200);
    if (!signature || !isSigned(received.rawBody, signature, signingSecret)) return refuse('unsigned');

    const body = bodyOf(received);
    if (body.type === 'url_verification') return buildUrlVerificationResponse(response, body);
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

  const server = createGuardedServer(connectionsMax, receive).on('drop', () => onRefusal('too_many'));
  return {
    server,
    init(initialized) {
      app = initialized;
    },
    async start(port) {
      server.listen(port);
      await once(server, 'listening');
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** With its length said, and so not in chunks, as Bolt's own way has it. */
function acknowledge(response: ServerResponse, answer: unknown): void {
  const body = answer ? JSON.stringify(answer) : '';
  const type = answer ? { 'content-type': 'application/json' } : {};
  response.writeHead(200, { 'content-length': Buffer.byteLength(body), ...type }).end(body);
}

/** Looked for and not parsed: JSON that nobody signed can be made to cost a thousand times what it costs to refuse it. */
function isSslCheck({ headers, rawBody }: BufferedIncomingMessage): boolean {
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  return isForm && /(?:^|&)ssl_check=1(?:&|$)/.test(rawBody.toString('latin1'));
}

/** Empty where there is no JSON, or `null`: no payload either. */
function bodyOf(request: BufferedIncomingMessage): ReceiverEvent['body'] {
  try {
    return parseHTTPRequestBody(request) ?? {};
  } catch {
    return {};
  }
}
