import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  type App,
  type Logger as BoltLogger,
  type BufferedIncomingMessage,
  HTTPModuleFunctions as bolt,
  type ReceiverEvent,
} from '@slack/bolt';
import { elapsedMs, withResolvers } from '../async.ts';
import type { Secret } from '../config/secret.ts';
import type { Events, HttpRefusal } from '../ops/events.ts';
import { createGuardedServer, listenError, listenOn, serverPort } from '../ops/guarded-server.ts';

/**
 * Maximum bytes of one body, which must be read before its signature can be checked. The message
 * shortcut sends the longest: an app's message of 40,000 characters, once as text and once as
 * blocks, with up to 16 bytes per character (`%5Cud83d%5Cude00`). That is 1.28 MB; the rest is for
 * attachments and the envelope.
 */
export const bodyMax = 1.5 * 1024 * 1024;
const eventsPath = '/slack/events';
const connectionLimits = { connectionsMax: 2_000, silenceMs: 10_000 };

interface HttpOptions {
  signingSecret: Secret;
  port: number;
  logger: BoltLogger;
  events: Events;
}

/**
 * Receives Slack's requests, whose bodies Bolt parses. Bolt's own `HTTPReceiver` fails on the body
 * `null` in an unhandled promise, logs a line per unsigned request, reads any number of bodies at
 * once, and takes 50 µs more for each. Emits `refusal` for a request to Slack's path that is not
 * from Slack, and for each connection over the limit.
 */
export function createHttpReceiver({ signingSecret, port, logger, events }: HttpOptions) {
  let app: App | undefined;
  const noteRefusal = createRefusals(events, logger);
  const readBody = createReader(noteRefusal);

  const receive: RequestListener = async (request, response) => {
    const refuse = (why: 'unsigned' | 'too_long') => {
      noteRefusal(why);
      answerAndClose(response, why === 'unsigned' ? 401 : 413);
    };

    const isPost = request.method === 'POST';
    const path = request.url?.split('?', 1)[0] ?? '';
    if (!isPost || path !== eventsPath) {
      // A scanner's request gets no log line; one that Slack may have sent shows a wrong setting.
      if (isPost && 'x-slack-signature' in request.headers) noteRefusal('wrong_path');
      return answerAndClose(response, 404);
    }

    // Bolt knows a form by its bare type; a gateway may add `; charset=utf-8`.
    const [mediaType] = (request.headers['content-type'] ?? '').split(';', 1);
    request.headers['content-type'] = mediaType?.trim().toLowerCase();

    if (Number(request.headers['content-length']) > bodyMax) return refuse('too_long');

    const rawBody = await readBody(request);
    if (!rawBody && request.destroyed) return response.destroy();
    if (!rawBody) return refuse('too_long');
    if (isCertificateCheck(request, rawBody)) return answerAndClose(response, 200);
    if (!isSigned(request, rawBody, signingSecret)) return refuse('unsigned');

    await answerSigned(bodyOf(Object.assign(request, { rawBody })), response);
  };

  /** Answers what Slack has signed. Bolt processes all but two types, which concern no person. */
  async function answerSigned(body: ReceiverEvent['body'], response: ServerResponse) {
    if (body.type === 'url_verification') {
      const { challenge } = body;
      return answerWith(response, 200, { challenge });
    }

    if (body.type === 'app_rate_limited') {
      logger.warn(
        'events: too many, so Slack drops the mentions and messages of this minute: they must be sent again',
      );
      return answerAndClose(response, 200);
    }

    try {
      const ack: ReceiverEvent['ack'] = async (answer) => answerWith(response, 200, answer);
      const signature = response.req.headers['x-slack-signature'];
      await app?.processEvent({ body, ack, customProperties: { signature } });
    } catch (error) {
      logger.warn('request: refused (HTTP 400):', error);
    }

    const isAcked = response.headersSent;
    if (!isAcked) answerWith(response, 400);
  }

  const server = createGuardedServer(connectionLimits, receive).on('drop', () =>
    noteRefusal('too_many'),
  );
  return {
    mode: 'http' as const,
    init(initialized: App) {
      app = initialized;
    },
    start: () =>
      listenOn(server, port).catch((error: unknown) => {
        throw listenError(error, 'PORT', port);
      }),
    // `close` ends idle connections too.
    stop: () => new Promise<unknown>((resolve) => server.close(resolve)),
    isConnected: () => server.listening,
    port: () => serverPort(server),
    close: async () => server.closeAllConnections(),
    lost: new Promise<Error>(() => {}), // never: Slack can reach an open port again
  };
}

/** How far a signature's time may be from this clock: what Slack recommends. */
const signedForMs = 5 * 60_000;

/** Whether Slack has signed the request, and just now. */
function isSigned({ headers }: IncomingMessage, rawBody: Buffer, secret: Secret): boolean {
  const timestamp = headers['x-slack-request-timestamp'];
  const isRecent = Math.abs(Number(timestamp) * 1_000 - Date.now()) <= signedForMs;
  if (!isRecent) return false;

  const hmac = createHmac('sha256', secret.reveal()).update(`v0:${timestamp}:`).update(rawBody);
  const expected = Buffer.from(`v0=${hmac.digest('hex')}`);
  const given = Buffer.from(String(headers['x-slack-signature']));

  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Whether Slack checks the server's certificate, with a form that it does not sign. */
function isCertificateCheck({ headers }: IncomingMessage, rawBody: Buffer): boolean {
  return (
    headers['content-type'] === 'application/x-www-form-urlencoded' &&
    /(?:^|&)ssl_check=1(?:&|$)/.test(rawBody.toString('latin1'))
  );
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

/** Answers in one piece: after `writeHead`, Node would write the content in chunks. */
function answerWith(response: ServerResponse, status: number, content: unknown = ''): void {
  response.statusCode = status;
  if (typeof content === 'string') response.end(content);
  else response.setHeader('content-type', 'application/json').end(JSON.stringify(content));
}

/**
 * Answers, then closes the connection: an unsigned client could keep it open, in a slot that Slack
 * needs.
 */
function answerAndClose(response: ServerResponse, status: number): void {
  // Unread data would reset the connection before the client has read the response.
  response.req.resume();
  response.setHeader('connection', 'close');
  answerWith(response, status);
}

/** Maximum bytes of all bodies being read at once, signed or not. */
const readingMax = 16 * 1024 * 1024;

interface BodyReading {
  request: IncomingMessage;
  chunks: Buffer[];
  bytes: number;
}

/**
 * Creates the reader of all bodies, which limits the memory that they take. Above the limit, closes
 * the connection whose request began first: Slack's bodies arrive within moments, so the oldest is
 * most likely a stalled client's.
 */
function createReader(noteRefusal: (why: HttpRefusal) => void) {
  /** The bodies being read, oldest first. */
  const bodies = new Set<BodyReading>();
  let totalBytes = 0;

  function remove(body: BodyReading): void {
    if (bodies.delete(body)) totalBytes -= body.bytes;
  }

  function add(body: BodyReading, chunk: Buffer): void {
    body.chunks.push(chunk);
    body.bytes += chunk.length;
    totalBytes += chunk.length;

    while (totalBytes > readingMax) {
      const [oldest = body] = bodies;
      remove(oldest);
      oldest.request.destroy();
      noteRefusal('too_many');
    }
  }

  /** Returns `undefined` for a body that is too long or broken off. */
  return async (request: IncomingMessage): Promise<Buffer | undefined> => {
    const { promise, resolve } = withResolvers<Buffer | undefined>();
    const body: BodyReading = { request, chunks: [], bytes: 0 };

    const onData = (chunk: Buffer) => {
      if (body.bytes + chunk.length > bodyMax) resolve(undefined);
      else add(body, chunk);
    };

    bodies.add(body);
    request
      .on('data', onData)
      .on('end', () => resolve(Buffer.concat(body.chunks)))
      .on('close', () => resolve(undefined));

    try {
      return await promise;
    } finally {
      request.off('data', onData);
      remove(body);
    }
  };
}

const refusalWords: Record<HttpRefusal, string> = {
  wrong_path: `its path is not ${eventsPath}, which the request URL in the app's settings must end with`,
  unsigned: 'not signed by Slack with SLACK_SIGNING_SECRET within five minutes of this clock',
  too_long: "longer than any of Slack's",
  too_many: 'more at once than are taken',
};
const logEveryMs = 60_000;

/**
 * Counts refused requests and logs each reason at most once a minute: anyone can send such
 * requests, and so could fill the log.
 */
function createRefusals(events: Events, logger: BoltLogger) {
  const loggedAtMs: Partial<Record<HttpRefusal, number>> = {};
  return (why: HttpRefusal) => {
    events.emit('refusal', why);
    const sinceMs = elapsedMs(loggedAtMs[why] ?? -Infinity);
    if (sinceMs < logEveryMs) return;
    loggedAtMs[why] = performance.now();
    logger.warn(`request: refused, as ${refusalWords[why]}; more are counted in the metrics`);
  };
}
