import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import {
  type App,
  type Logger as BoltLogger,
  type BufferedIncomingMessage,
  HTTPModuleFunctions,
  type Receiver,
  type ReceiverEvent,
  verifySlackRequest,
} from '@slack/bolt';

export interface HttpReceiver extends Receiver {
  readonly server: Server;
  start(port: number): Promise<void>;
}

const {
  bufferIncomingMessage,
  buildNoBodyResponse,
  buildSSLCheckResponse,
  buildUrlVerificationResponse,
  getHeader,
  isRawBodyError,
  parseHTTPRequestBody,
} = HTTPModuleFunctions;

const path = '/slack/events';
const bodyLimit = 256 * 1024; // the body is read before its signature can be checked
const limits = {
  requestTimeout: 10_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000, // by itself Node looks every half minute, and lets both of them grow to that
  keepAliveTimeout: 65_000, // longer than the usual load balancer's minute
};

/**
 * Slack's requests, received with Bolt's own parts. Its `HTTPReceiver` takes a body of `null` for a payload, and
 * stumbles over it in a promise that nobody holds: that would end the process.
 */
export function createHttpReceiver(signingSecret: string, logger: BoltLogger): HttpReceiver {
  let app: App | undefined;

  const receive: RequestListener = async (request, response) => {
    const end = (status: number) => buildNoBodyResponse(response, status);
    // Whatever else comes from the internet is not there, and not worth a line in the log.
    if (request.method !== 'POST' || !(request.url === path || request.url?.startsWith(`${path}?`))) return end(404);

    let received: BufferedIncomingMessage;
    try {
      received = await bufferIncomingMessage(request, bodyLimit);
      // Slack tries the certificate without a signature, and hears nothing but that it holds.
      if (isSslCheck(received)) return buildSSLCheckResponse(response);
      verify(received, signingSecret);
    } catch (error) {
      logger.warn('A request was refused:', error);
      request.resume(); // what is left of a body over the limit would stand before the next request
      return end(isRawBodyError(error) && error.statusCode === 413 ? 413 : 401);
    }
    const body = bodyOf(received);
    if (body.type === 'url_verification') return buildUrlVerificationResponse(response, body);

    try {
      await app?.processEvent({
        body,
        ack: async (answer) => acknowledge(response, answer),
        customProperties: { signature: request.headers['x-slack-signature'] },
      });
    } catch (error) {
      logger.warn('A request was refused:', error);
    }
    if (!response.headersSent) end(400);
  };

  const server = createServer(limits, receive);
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

/**
 * Apart from the reading: Bolt's `parseAndVerifyHTTPRequest` does both, and parses a form twice.
 * @throws Error that says what is wrong with the signature
 */
function verify(request: BufferedIncomingMessage, signingSecret: string): void {
  verifySlackRequest({
    signingSecret,
    body: request.rawBody.toString(),
    headers: {
      'x-slack-signature': getHeader(request, 'x-slack-signature'),
      'x-slack-request-timestamp': Number(getHeader(request, 'x-slack-request-timestamp')),
    },
  });
}

/** Empty where there is no JSON, or `null`: no payload either. */
function bodyOf(request: BufferedIncomingMessage): ReceiverEvent['body'] {
  try {
    return parseHTTPRequestBody(request) ?? {};
  } catch {
    return {};
  }
}
