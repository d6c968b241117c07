import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import {
  type App,
  type Logger as BoltLogger,
  type BufferedIncomingMessage,
  HTTPModuleFunctions,
  type Receiver,
  type ReceiverEvent,
} from '@slack/bolt';

export interface HttpReceiver extends Receiver {
  readonly server: Server;
  start(port: number): Promise<void>;
}

const path = '/slack/events';
const bodyLimit = 256 * 1024; // the body is read before its signature can be checked
const limits = {
  requestTimeout: 10_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000, // longer than the usual load balancer's minute
};

/**
 * Slack's requests, received with Bolt's own parts. Its `HTTPReceiver` takes a body of `null` for a payload, and
 * stumbles over it in a promise that nobody holds: that would end the process.
 */
export function createHttpReceiver(signingSecret: string, logger: BoltLogger): HttpReceiver {
  let app: App | undefined;

  const receive: RequestListener = async (request, response) => {
    const end = (status: number) => HTTPModuleFunctions.buildNoBodyResponse(response, status);
    // Whatever else comes from the internet is not there, and not worth a line in the log.
    if (request.method !== 'POST' || request.url?.split('?')[0] !== path) return end(404);

    let body: ReceiverEvent['body'];
    try {
      body = bodyOf(await HTTPModuleFunctions.parseAndVerifyHTTPRequest({ signingSecret, bodyLimit }, request));
    } catch (error) {
      logger.warn('A request was refused:', error);
      request.resume(); // what is left of a body over the limit would stand before the next request
      return end(HTTPModuleFunctions.isRawBodyError(error) && error.statusCode === 413 ? 413 : 401);
    }
    if (body.ssl_check === '1') return HTTPModuleFunctions.buildSSLCheckResponse(response);
    if (body.type === 'url_verification') return HTTPModuleFunctions.buildUrlVerificationResponse(response, body);

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

/** In one piece, with its length said: in chunks, as Bolt writes it, a third of the time goes into writing. */
function acknowledge(response: ServerResponse, answer: unknown): void {
  if (!answer) {
    HTTPModuleFunctions.buildNoBodyResponse(response, 200);
    return;
  }
  const body = JSON.stringify(answer);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
}

/** Empty where there is no JSON, or `null`: no payload either. */
function bodyOf(request: BufferedIncomingMessage): ReceiverEvent['body'] {
  try {
    return HTTPModuleFunctions.parseHTTPRequestBody(request) ?? {};
  } catch {
    return {};
  }
}
