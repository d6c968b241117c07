import type { IncomingMessage, RequestListener } from 'node:http';
import {
  type App,
  type Logger as BoltLogger,
  type BufferedIncomingMessage,
  HTTPModuleFunctions as bolt,
  type ReceiverEvent,
} from '@slack/bolt';
import type { Secret } from '../config/secret.ts';
import { errorCode } from '../errors.ts';
import type { Events, HttpRefusal } from '../ops/events.ts';
import { createGuardedServer, listenOn, serverPort } from '../ops/guarded-server.ts';

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
 * Receives Slack's requests, using Bolt's functions to verify signatures. Bolt's own `HTTPReceiver`
 * fails on the body `null` in an unhandled promise, logs a line per unsigned request, and reads any
 * number of bodies at once. Emits `refusal` for a request to Slack's path that is not from Slack,
 * and for each connection over the limit.
 */
export function createHttpReceiver({ signingSecret: secret, port, logger, events }: HttpOptions) {
  const signingSecret = secret.reveal();
  let app: App | undefined;
  const refused = createRefusals(events, logger);
  const holdWhileRead = createReadingLimit(refused);

  const receive: RequestListener = async (request, response) => {
    /**
     * Answers, then closes the connection: an unsigned client could keep it open, in a slot that
     * Slack needs.
     */
    const part = (status: number) => {
      request.resume(); // unread data would reset the connection before the client has read the response
      response.setHeader('connection', 'close');
      bolt.buildNoBodyResponse(response, status);
    };
    const refuse = (why: keyof typeof statuses) => {
      refused(why);
      part(statuses[why]);
    };
    const asked = request.url?.split('?', 1)[0] ?? '';
    if (request.method !== 'POST' || asked !== path) {
      // Other requests from the internet get a 404 and no log line.
      if (isMeantForSlack(request, asked)) refused('wrong_path');
      return part(404);
    }
    // Bolt knows a form by its bare type; a gateway may add `; charset=utf-8`.
    const [mediaType] = (request.headers['content-type'] ?? '').split(';', 1);
    request.headers['content-type'] = mediaType?.trim().toLowerCase();
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
    if (body.ssl_check === '1') return part(200); // Slack's certificate check, which is unsigned
    if (body.type === 'url_verification') return bolt.buildUrlVerificationResponse(response, body);
    if (body.type === 'app_rate_limited') {
      logger.warn(
        'Slack sends no more events this minute: there are more than it delivers to one app.',
      );
      return part(200);
    }
    try {
      // Bolt does not verify what follows the hash, so a replay could change that part.
      const [, signature] = String(request.headers['x-slack-signature']).split('=');
      const ack: ReceiverEvent['ack'] = async (answer) =>
        bolt.buildContentResponse(response, answer);
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
    start: () =>
      listenOn(server, port).catch((error: unknown) => {
        throw new Error(`PORT names none to listen at (${errorCode(error)}).`);
      }),
    stop: () => new Promise<unknown>((resolve) => server.close(resolve)), // also closes idle connections
    isConnected: () => server.listening,
    port: () => serverPort(server),
    close: async () => server.closeAllConnections(),
    lost: new Promise<Error>(() => {}),
  };
}

/** Whether a request of Slack's, or one to a path that is nearly Slack's, went astray. */
function isMeantForSlack({ method, headers }: IncomingMessage, asked: string): boolean {
  if (method !== 'POST') return false;
  const words = asked
    .toLowerCase()
    .split('/')
    .filter((word) => word !== '');
  return 'x-slack-signature' in headers || words.join('/').endsWith(path.slice(1));
}

/**
 * Parses the body; returns an empty object, which no route accepts, when the body is invalid or
 * `null`.
 */
function bodyOf(request: BufferedIncomingMessage): ReceiverEvent['body'] {
  try {
    return bolt.parseHTTPRequestBody(request) ?? {};
  } catch {
    return {};
  }
}

/**
 * Maximum bytes of one body, which must be read before its signature can be checked. The message
 * shortcut sends the longest: an app's message of 40,000 characters, once as text and once as
 * blocks, with up to 16 bytes per character (`%5Cud83d%5Cude00`). That is 1.28 MB; the rest is for
 * attachments and the envelope.
 */
export const bodyMax = 1.5 * 1024 * 1024;
/** Maximum bytes of all bodies being read at once, signed or not. */
const readingMax = 16 * 1024 * 1024;

/**
 * Limits the memory for bodies being read. Above the limit, closes the connection whose request
 * began first: Slack's bodies arrive within moments, so the oldest is most likely a stalled
 * client's.
 */
function createReadingLimit(refused: (why: HttpRefusal) => void) {
  /**
   * Requests, oldest first. An array, because a `Map` with constant inserts and deletes retains
   * deleted entries.
   */
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
  wrong_path: `its path is not ${path}, which the request URL in the app’s settings must end with`,
  unsigned: 'not signed by Slack with SLACK_SIGNING_SECRET within five minutes of this clock',
  too_long: 'longer than any of Slack’s',
  too_many: 'more at once than are taken',
};
const windowMs = 60_000;

/**
 * Counts refused requests and logs each reason at most once a minute: anyone can send such requests, and so
 * could fill the log.
 */
function createRefusals(events: Events, logger: BoltLogger) {
  const loggedAtMs: Partial<Record<HttpRefusal, number>> = {};
  return (why: HttpRefusal) => {
    events.emit('refusal', why);
    const sinceMs = performance.now() - (loggedAtMs[why] ?? Number.NEGATIVE_INFINITY);
    if (sinceMs < windowMs) return;
    loggedAtMs[why] = performance.now();
    logger.warn(`A request was refused, as ${words[why]}; more are counted in the metrics`);
  };
}
