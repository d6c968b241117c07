import type { IncomingMessage, RequestListener } from 'node:http';
import {
  type App,
  type Logger as BoltLogger,
  type BufferedIncomingMessage,
  HTTPModuleFunctions as bolt,
  type ReceiverEvent,
} from '@slack/bolt';
import type { Secret } from '../config/secret.ts';
import type { Events, HttpRefusal } from '../ops/events.ts';
import { createGuardedServer, listenOn, serverPort } from '../ops/health.ts';

const path = '/slack/events';
const limits = { connectionsMax: 2_000, silenceMs: 10_000 };
const statuses = { unsigned: 401, too_long: 413 };

interface HttpOptions {
  signingSecret: Secret;
  port: number;
  logger: BoltLogger;
  events: Events;
}

/**
 * Receives Slack's requests with parts of Bolt, which verify the signature. Bolt's `HTTPReceiver` takes the body `null`
 * for a payload and fails on it in an unhandled promise, logs a line for each unsigned request, and reads any number of
 * bodies at once. A request to Slack's path that Slack has not sent, and a connection too many, are a `refusal`.
 */
export function createHttpReceiver({ signingSecret: secret, port, logger, events }: HttpOptions) {
  const signingSecret = secret.reveal();
  let app: App | undefined;
  const refused = createRefusals(events, logger);
  const holdWhileRead = createReadingLimit(refused);

  const receive: RequestListener = async (request, response) => {
    /** Answers and closes the connection: left open after an unsigned request, it would take a place from Slack's. */
    const part = (status: number) => {
      request.resume(); // an unread rest of the body would break the connection before the client reads the answer
      response.setHeader('connection', 'close');
      bolt.buildNoBodyResponse(response, status);
    };
    const refuse = (why: keyof typeof statuses) => {
      refused(why);
      part(statuses[why]);
    };
    // Other requests from the internet get a 404 and no log line.
    if (request.method !== 'POST' || !(request.url === path || request.url?.startsWith(`${path}?`))) return part(404);
    if (Number(request.headers['content-length']) > bodyMax) return refuse('too_long');

    let received: BufferedIncomingMessage;
    try {
      received = await holdWhileRead(request, () =>
        bolt.parseAndVerifyHTTPRequest({ signingSecret, bodyLimit: bodyMax }, request),
      );
    } catch (error) {
      if (!bolt.isRawBodyError(error)) return refuse('unsigned');
      return error.statusCode === 413 ? refuse('too_long') : response.destroy();
    }
    const body = bodyOf(received);
    if (body.ssl_check === '1') return part(200); // Slack checks the certificate, without a signature
    if (body.type === 'url_verification') return bolt.buildUrlVerificationResponse(response, body);
    if (body.type === 'app_rate_limited') {
      logger.warn('Slack sends no more events this minute: there are more than it delivers to one app.');
      return part(200);
    }
    try {
      // What follows the hash is not verified, so that a replay could differ in it.
      const [, signature] = String(request.headers['x-slack-signature']).split('=');
      const ack: ReceiverEvent['ack'] = async (answer) => bolt.buildContentResponse(response, answer);
      await app?.processEvent({ body, ack, customProperties: { signature } });
    } catch (error) {
      logger.warn('A request was refused:', error);
    }
    if (!response.headersSent) bolt.buildNoBodyResponse(response, 400);
  };

  const server = createGuardedServer(limits, receive).on('drop', () => refused('too_many'));
  return {
    mode: 'http' as const,
    init(initialized: App) {
      app = initialized;
    },
    start: () => listenOn(server, port),
    stop: () => new Promise<unknown>((resolve) => server.close(resolve)), // which ends idle connections, too
    isConnected: () => server.listening,
    port: () => serverPort(server),
    close: async () => server.closeAllConnections(),
    lost: new Promise<Error>(() => {}),
  };
}

/** The parsed body; empty, and so no payload, when it is invalid or `null`. */
function bodyOf(request: BufferedIncomingMessage): ReceiverEvent['body'] {
  try {
    return bolt.parseHTTPRequestBody(request) ?? {};
  } catch {
    return {};
  }
}

/**
 * Bytes of one body, which is read before its signature can be checked. The message shortcut brings the longest: an
 * app's message of 40,000 characters, as text and again as blocks, each character with up to 16 bytes
 * (`%5Cud83d%5Cude00`). That is 1.28 MB; the rest is for attachments and the envelope.
 */
export const bodyMax = 1.5 * 1024 * 1024;
/** Bytes of all bodies that are being read, signed or not. */
const readingMax = 16 * 1024 * 1024;

/**
 * Limits the memory that bodies take while they are read. Slack's arrive within moments, so when too much is being
 * read, the oldest connection is closed.
 */
function createReadingLimit(refused: (why: HttpRefusal) => void) {
  /** Oldest first. An array, as a `Map` that is filled and emptied all the time keeps what it held. */
  const reading: { request: IncomingMessage; bytes: number }[] = [];
  return async <T>(request: IncomingMessage, read: () => Promise<T>): Promise<T> => {
    const body = { request, bytes: 0 };
    reading.push(body);
    request.on('data', (chunk: Buffer) => {
      body.bytes += chunk.length;
      while (reading.reduce((sum, { bytes }) => sum + bytes, 0) > readingMax) {
        reading.shift()?.request.destroy();
        refused('too_many');
      }
    });
    return await read().finally(() => {
      const at = reading.indexOf(body);
      if (at !== -1) reading.splice(at, 1);
    });
  };
}

const words: Record<HttpRefusal, string> = {
  unsigned: 'not signed by Slack with SLACK_SIGNING_SECRET within five minutes of this clock',
  too_long: 'longer than any of Slack’s',
  too_many: 'more at once than are taken',
};
const windowMs = 60_000;

/** Counts what is refused, and logs one a minute, as anybody may send such requests and would fill the log. */
function createRefusals(events: Events, logger: BoltLogger) {
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  return (why: HttpRefusal) => {
    events.emit('refusal', why);
    if (performance.now() - loggedAtMs < windowMs) return;
    loggedAtMs = performance.now();
    logger.warn(`A request was refused, as ${words[why]}; more are counted in the metrics`);
  };
}
