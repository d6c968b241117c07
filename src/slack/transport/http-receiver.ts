import { once } from 'node:events';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import {
  type App,
  type Logger as BoltLogger,
  type BufferedIncomingMessage,
  HTTPModuleFunctions,
  type Receiver,
  type ReceiverEvent,
} from '@slack/bolt';
import { createGuardedServer } from '../../ops/guarded-server.ts';
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
  const read = createBodyReader(() => onRefusal('too_many'));

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
