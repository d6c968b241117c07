import type { Blob } from 'node:buffer';
import { type Logger as BoltLogger, LogLevel, RespondError, webApi } from '@slack/bolt';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import undici from 'undici';
import * as z from 'zod';
import { elapsedMs } from '../async.ts';
import type { Secret } from '../config/secret.ts';
import type { Config } from '../config/settings.ts';
import { CodedError, errorCode, type ProxyAddress, ProxyError, SlackApiError } from '../errors.ts';
import type { Events } from '../ops/events.ts';
import { createTunnels } from '../ops/proxy.ts';

const slackApi = 'https://slack.com/api/';

/**
 * By default, the library retries after a time-out, which posts twice, and a rate limit on one
 * method delays all.
 */
const withoutRetries: webApi.WebClientOptions = {
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
};
const withRetries: webApi.WebClientOptions = {
  retryConfig: { retries: 2, minTimeout: 250, factor: 1 },
  // Few enough that calls released together after a wait are not rate limited again.
  maxRequestConcurrency: 32,
};

/** Slack's Web API. Every API call throws a SlackApiError, never an error of the library. */
export class SlackClient extends webApi.WebClient {
  /**
   * Creates a client for calls that only read: it retries them, and honours Slack's Retry-After.
   */
  readonly retrying: () => SlackClient;
  readonly #fetch: SlackFetch;

  constructor(
    botToken: Secret,
    address: SlackAddress,
    logger: BoltLogger,
    retries = withoutRetries,
  ) {
    // Our `fetch` sets the time-out.
    super(botToken.reveal(), { ...address, logger, timeout: 0, ...retries });
    this.retrying = () => new SlackClient(botToken, address, logger, withRetries);
    this.#fetch = address.fetch;
  }

  override async apiCall(
    method: string,
    options?: Record<string, unknown>,
  ): Promise<webApi.WebAPICallResult> {
    try {
      return await super.apiCall(method, options);
    } catch (error) {
      throw slackApiError(error);
    }
  }

  /**
   * Uploads a file to an address from `files.getUploadURLExternal`, piece by piece: the library's
   * `filesUploadV2` copies all of it several times.
   * @throws SlackApiError
   */
  async upload(url: string, body: Blob): Promise<void> {
    const headers = { 'content-type': 'application/octet-stream' };
    const { ok, status } = await this.#fetch(url, { method: 'POST', headers, body }).catch(
      (error: unknown) => {
        throw slackApiError(error);
      },
    );
    if (!ok) throw new SlackApiError({ failure: 'http_status', code: `http_${status}`, status });
  }
}

/** Slack's address and the `fetch` to reach it, for all clients from Slack's libraries. */
export interface SlackAddress {
  slackApiUrl: string;
  fetch: SlackFetch;
}

/**
 * Returns the configured Slack address, with a `fetch` that goes through the proxy if one is set.
 */
export function createSlackTransport(
  { slackApiUrl = slackApi, slackProxy }: Pick<Config, 'slackApiUrl' | 'slackProxy'>,
  events?: Events,
): SlackAddress {
  return {
    slackApiUrl,
    fetch: createSlackFetch(slackApiUrl, events, createNetworkFetch(slackProxy)),
  };
}

/**
 * Sends the log lines of Slack's libraries to our log, except debug lines, which hold whole
 * payloads with their response_urls and what people typed. With the level `INFO`, the libraries do
 * not even build the lines about acks.
 */
export function createBoltLogger(logger: Logger): BoltLogger {
  const lines = logger.child({ from: 'slack-libraries' });
  return {
    debug: () => {},
    info: (...parts) => lines.info(joinMessages(parts)),
    warn: (...parts) => lines.warn(joinMessages(parts)),
    error: (...parts) => lines.error(joinMessages(parts)),
    getLevel: () => LogLevel.INFO,
    setLevel: () => {},
    setName: () => {},
  };
}

/** Joins texts by blanks, and of errors their messages, which have no stack. */
export function joinMessages(parts: readonly unknown[]): string {
  return parts.map((part) => (part instanceof Error ? part.message : String(part))).join(' ');
}

const callTimeoutMs = 5_000;
/**
 * Maximum calls at once. Each opens a connection: with 1,000 people waiting, they took 30 MB that
 * was freed slowly.
 */
const callsMax = 64;
/**
 * Maximum bytes of one response or file, decompressed: parsed JSON takes fifty times its size in
 * memory.
 */
const answerBytesMax = 1024 * 1024;
/** Hosts of the Web API, file uploads and response_urls. */
const slackOrigins = ['slack.com', 'slack-gov.com'].flatMap((domain) =>
  ['', 'files.', 'hooks.'].map((part) => `https://${part}${domain}`),
);

/**
 * Creates the `fetch` for everything sent to Slack: Web API calls and response_urls. Bolt posts to
 * any URL in the payload, without a time-out and following redirects. This `fetch` sends only to
 * Slack's own hosts (or the configured host), follows no redirect, and reads at most a megabyte in
 * five seconds. Bolt drops the Retry-After header of a rate-limited response_url; this `fetch` puts
 * the header's value into the error.
 * @throws SlackApiError for a rate-limited response_url
 */
export function createSlackFetch(
  slackApiUrl: string,
  events?: Events,
  network = createNetworkFetch(undefined),
): SlackFetch {
  const allowed = new Set([...slackOrigins, new URL(slackApiUrl).origin]);
  const slots = pLimit(callsMax);

  return async (url, init) => {
    const { origin, pathname } = new URL(url);
    const name = methodName(pathname);
    const startedAtMs = performance.now();
    const reportEnd = (failure: string | undefined) =>
      events?.emit('slackCall', { name, failure, durationMs: elapsedMs(startedAtMs) });

    if (!allowed.has(origin)) {
      reportEnd('not_slack');
      throw new CodedError('not_slack', "Refused to send to a host that is not Slack's.");
    }

    const send = async () => {
      try {
        const response = await network(url, {
          ...init,
          redirect: 'error',
          signal: AbortSignal.timeout(callTimeoutMs),
        });
        const body = await readBytes(response);

        reportEnd(readErrorCode(response, body));

        // The library reads the body again, so it gets a copy. A 204 must have no body, not even an
        // empty one.
        const { status, statusText, headers } = response;
        return new undici.Response(body.length > 0 ? body : null, {
          status,
          statusText,
          headers: [...headers.entries()],
        });
      } catch (error) {
        reportEnd(slackApiError(error).details.failure);
        throw error;
      }
    };

    const response = await slots(send);
    if (response.status === 429 && name === 'response_url')
      throw rateLimited(Number.parseInt(response.headers.get('retry-after') ?? '', 10) || 1);

    return response;
  };
}

type LibraryFetch = NonNullable<webApi.WebClientOptions['fetch']>;
type LibraryInit = NonNullable<Parameters<LibraryFetch>[1]>;
type Init = Omit<LibraryInit, 'body'> & { body?: LibraryInit['body'] | Blob };

export type SlackFetch = (url: string | URL, init?: Init) => ReturnType<LibraryFetch>;

/** Sends a request, directly or through a proxy. */
type Network = (...request: Parameters<SlackFetch>) => Promise<NetworkResponse>;
type SlackResponse = Awaited<ReturnType<SlackFetch>>;
type NetworkResponse = SlackResponse & { readonly body: AsyncIterable<Uint8Array> | null };

/**
 * Returns the `fetch` of the undici package, which the transfer service's client uses as well; with
 * a proxy, every request goes through it, whatever the host.
 */
export function createNetworkFetch(proxy: ProxyAddress | undefined): Network {
  const dispatcher = proxy && createTunnels(proxy).dispatcher;
  return async (url, { body = null, ...init } = {}) => {
    // undici's `fetch` would send Node's own `FormData` as a word.
    if (body instanceof FormData) throw new TypeError('forms are not sent');
    return undici.fetch(url, { ...init, body, ...(dispatcher && { dispatcher }) });
  };
}

function methodName(pathname: string): string {
  const method = /\/api\/([a-zA-Z]+(?:\.[a-zA-Z]+)+)$/.exec(pathname)?.[1];
  return method ?? (pathname.startsWith('/upload/') ? 'file upload' : 'response_url');
}

/**
 * @throws Error with the code `too_large` if the body itself is too long, whatever Content-Length
 * stated
 */
async function readBytes({ body }: NetworkResponse): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;

  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > answerBytesMax)
      throw new CodedError('too_large', "Slack's answer is larger than any that is read.");
    chunks.push(chunk);
  }

  return Buffer.concat(chunks);
}

/**
 * Finds the error in a response: the Web API reports an error with the HTTP status 200 and the
 * reason in the body.
 */
function readErrorCode({ ok, status, headers }: NetworkResponse, body: Buffer): string | undefined {
  if (!ok) return `http_${status}`;
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  const text = isJson ? body.toString() : '';
  if (!/"ok"\s*:\s*false/.test(text)) return undefined;
  return /"error"\s*:\s*"([a-z_]{1,60})"/.exec(text)?.[1] ?? 'refused';
}

/**
 * The missing scope and the position of invalid blocks. Leaves out Slack's sentences, which may
 * quote the content.
 */
const ErrorDetails = z
  .object({
    needed: z.string().min(1),
    errors: z.array(z.object({ pointer: z.string(), code: z.string() })),
  })
  .partial()
  .catch({});

/**
 * Converts an error that the Web API client, `respond` or a file upload has thrown; the result
 * contains no URL.
 */
export function slackApiError(thrown: unknown): SlackApiError {
  if (thrown instanceof SlackApiError) return thrown;
  if (thrown instanceof webApi.WebAPIPlatformError) {
    const { error } = thrown.data;
    // When a proxy or gateway answers with an HTML page, the library's error has the whole page as
    // its code.
    if (!/^[\w.:-]{1,80}$/.test(error))
      return new SlackApiError({ failure: 'http_status', code: 'no_json' });

    const { needed, errors } = ErrorDetails.parse(thrown.data);
    return new SlackApiError({
      failure: 'refused',
      code: error,
      neededScope: needed,
      mistakes: errors?.map(({ pointer, code }) => `${pointer} ${code}`),
    });
  }
  if (thrown instanceof webApi.WebAPIRateLimitedError) return rateLimited(thrown.retryAfter);
  if (thrown instanceof RespondError || thrown instanceof webApi.WebAPIHTTPError) {
    const { statusCode: status } = thrown;
    // A 400 is the only way a response_url rejects a message.
    const isRefusal = thrown instanceof RespondError && status === 400;
    return new SlackApiError({
      failure: isRefusal ? 'refused' : 'http_status',
      code: `http_${status}`,
      status,
    });
  }

  const cause = thrown instanceof webApi.WebAPIRequestError ? thrown.original : thrown;
  return new SlackApiError({ failure: silenceOf(cause), code: silenceCode(cause) });
}

/**
 * Returns the code of a failed connection. `fetch` states some causes in words alone: `unexpected
 * redirect` becomes `unexpected_redirect`. Longer messages could quote an address.
 */
function silenceCode(thrown: unknown): string {
  const code = errorCode(thrown);
  const { message = '' } =
    thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : {};
  return code === 'Error' && /^[a-z ]{1,40}$/i.test(message) ? message.replaceAll(' ', '_') : code;
}

/** @param retryAfter in seconds, as in Slack's header */
function rateLimited(retryAfter: number): SlackApiError {
  return new SlackApiError({
    failure: 'rate_limited',
    code: 'ratelimited',
    retryAfterMs: retryAfter * 1_000,
  });
}

/** Classifies why there was no response; `fetch` puts the connection's error into `cause`. */
function silenceOf(thrown: unknown): 'timeout' | 'proxy' | 'unreachable' {
  if (!(thrown instanceof Error)) return 'unreachable';
  if (thrown.name === 'TimeoutError') return 'timeout';
  return thrown instanceof ProxyError || thrown.cause instanceof ProxyError
    ? 'proxy'
    : 'unreachable';
}

/** Whether Slack has refused the token or the app, so that retrying cannot help. */
export function isTokenRefused(error: unknown): error is SlackApiError {
  return error instanceof SlackApiError && error.details.failure === 'refused' && error.isLasting;
}
