import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  type App,
  type Logger as BoltLogger,
  type BufferedIncomingMessage,
  HTTPModuleFunctions,
  type ReceiverEvent,
} from '@slack/bolt';
import type { Events, Refusal } from '../events.ts';
import { createGuardedServer, listenOn } from '../ops/health.ts';

const { buildNoBodyResponse, buildUrlVerificationResponse, isRawBodyError, parseHTTPRequestBody } = HTTPModuleFunctions;

const path = '/slack/events';
const unsignedBodyMax = 1024; // `ssl_check=1` and a token
const limits = { connectionsMax: 2_000, silenceMs: 10_000 };
const statuses = { unsigned: 401, too_long: 413 };

/**
 * Receives Slack's requests with parts of Bolt. Bolt's `HTTPReceiver` takes the body `null` for a payload and fails on
 * it in an unhandled promise, which would end the process; and it reads bodies from anyone, of any size.
 * A request to Slack's path that Slack has not sent, and a connection too many, are a `refusal`.
 */
export function createHttpReceiver(signingSecret: string, logger: BoltLogger, events: Events) {
  let app: App | undefined;
  const read = createBodyReader(events);

  const receive: RequestListener = async (request, response) => {
    /** Answers and closes the connection: kept open after an unsigned request, it would take a place from Slack's. */
    const part = (status: number) => {
      request.resume(); // an unread rest of the body would break the connection before the client reads the answer
      response.setHeader('connection', 'close');
      buildNoBodyResponse(response, status);
    };
    const refuse = (why: keyof typeof statuses) => {
      events.emit('refusal', why);
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

  const server = createGuardedServer(limits, receive).on('drop', () => events.emit('refusal', 'too_many'));
  return {
    server,
    init(initialized: App) {
      app = initialized;
    },
    start: (port: number) => listenOn(server, port),
    stop: () => new Promise<unknown>((resolve) => server.close(resolve)),
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

/**
 * Bytes of one body, which is read before its signature can be checked. The message shortcut brings the longest: an
 * app's message of 40,000 characters, as text and again as blocks, each character with up to 16 bytes
 * (`%5Cud83d%5Cude00`). That is 1.28 MB; the rest is for attachments and the envelope.
 */
export const bodyMax = 1.5 * 1024 * 1024;
/** Bytes of all bodies that are being read, signed or not. */
const readingMax = 16 * 1024 * 1024;

/**
 * Reads bodies before their signature is checked, and limits the memory that all of them take together. Slack's bodies
 * arrive within moments, so when too much is being read, the oldest connection is closed.
 */
function createBodyReader(events: Events): (request: IncomingMessage) => Promise<BufferedIncomingMessage> {
  /** Oldest first. An array, as a `Map` that is filled and emptied all the time keeps what it held. */
  const reading: { request: IncomingMessage; bytes: number }[] = [];
  const makeRoom = () => {
    while (reading.reduce((sum, { bytes }) => sum + bytes, 0) > readingMax) {
      const oldest = reading.shift();
      events.emit('refusal', 'too_many');
      oldest?.request.destroy();
    }
  };
  /** @throws Error when the body is too long, or its connection has ended */
  return async (request) => {
    const body = { request, bytes: 0 };
    reading.push(body);
    request.on('data', (chunk: Buffer) => {
      body.bytes += chunk.length;
      makeRoom();
    });
    try {
      return await HTTPModuleFunctions.bufferIncomingMessage(request, bodyMax);
    } finally {
      const at = reading.indexOf(body);
      if (at !== -1) reading.splice(at, 1);
    }
  };
}

/** Slack's limit, in seconds; an older request may be a replay. */
const clockSkewMax = 300;

/** The signature headers of a request: well-formed, but not verified yet. */
type Signature = NonNullable<ReturnType<typeof signatureOf>>;

/** `undefined` when the headers are not well-formed, or their time is too far from now. */
export function signatureOf(headers: IncomingHttpHeaders, nowMs = Date.now()) {
  const { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature } = headers;
  if (typeof timestamp !== 'string' || !/^\d{10}$/.test(timestamp)) return undefined;
  if (typeof signature !== 'string' || !/^v0=[\da-f]{64}$/.test(signature)) return undefined;
  return Math.abs(nowMs / 1000 - Number(timestamp)) > clockSkewMax ? undefined : { timestamp, signature };
}

/** Whether Slack, the only other holder of the secret, has signed these bytes. */
export function isSigned(body: Buffer, { timestamp, signature }: Signature, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex');
  return timingSafeEqual(Buffer.from(signature), Buffer.from(`v0=${expected}`));
}

const words: Record<Refusal, string> = {
  unsigned: 'not signed by Slack with SLACK_SIGNING_SECRET within five minutes of this clock',
  too_long: 'longer than any of Slack’s',
  too_many: 'more at once than are taken',
};
const windowMs = 60_000;

/**
 * Logs refused requests: the first at once, the others of the same minute in one line at its end. Anybody may send
 * them, so one line each would let anybody fill the log.
 */
export function logRefusals(events: Events, logger: BoltLogger): void {
  const counts = new Map<Refusal, number>();
  let timer: NodeJS.Timeout | undefined;
  const sum = () => {
    timer = undefined;
    const said = [...counts].map(([why, count]) => `${count} ${words[why]}`);
    counts.clear();
    if (said.length > 0) logger.warn(`Requests were refused in the last minute: ${said.join(', ')}`);
  };
  events.on('refusal', (why) => {
    if (timer) counts.set(why, (counts.get(why) ?? 0) + 1);
    else {
      logger.warn(`A request was refused: ${words[why]}`);
      timer = setTimeout(sum, windowMs).unref();
    }
  });
}
