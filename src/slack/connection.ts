import { App, type Logger as BoltLogger, type Receiver, SocketModeReceiver } from '@slack/bolt';
import type { Logger } from 'pino';
import { withTimeout } from '../async.ts';
import type { Block } from '../blocks/blocks.ts';
import type { BlockForm } from '../blocks/forms.ts';
import type { Secret } from '../config/secret.ts';
import { type ProxyAddress, SlackApiError, tokenRefusals } from '../errors.ts';
import type { Events, SlackCall } from '../ops/events.ts';
import { createTunnels } from '../ops/proxy.ts';
import type { People } from '../policy.ts';
import type { State } from '../store/state.ts';
import {
  isTokenRefused,
  joinMessages,
  type SlackAddress,
  type SlackClient,
  slackApiError,
} from './client.ts';
import { deduplicateDeliveries } from './deliveries.ts';
import { createHttpReceiver } from './http-receiver.ts';
import type { BoltArgs } from './payload.ts';
import type { InFlight } from './pipeline.ts';
import { createSocket, createSocketLink } from './socket.ts';

interface ConnectionOptions {
  /** Set in Socket Mode only. */
  appToken?: Secret | undefined;
  /** Used in HTTP mode only. */
  signingSecret: Secret;
  port: number;
  address: SlackAddress;
  /** The proxy through which sockets are opened, if configured. */
  proxy?: ProxyAddress | undefined;
  /** Remembers which deliveries have arrived. */
  state: State;
  logger: BoltLogger;
  events: Events;
}

/** How Slack's requests arrive: by HTTP or over a socket. */
export interface Connection extends Receiver {
  mode: 'http' | 'socket';
  /**
   * @throws Error when Slack's requests cannot arrive: the port is taken, or Slack refuses the
   * token
   */
  start(): Promise<void>;
  isConnected(): boolean;
  /**
   * The port on which Slack's requests arrive; `undefined` before the start, and in Socket Mode.
   */
  port(): number | undefined;
  /**
   * HTTP mode: takes no new requests; resolves when those in flight are answered and all
   * connections have closed.
   */
  stop(): Promise<unknown>;
  /**
   * Closes the remaining connections; when this resolves, the operating system has all data written
   * before.
   */
  close(): Promise<void>;
  /** Resolves with the error when Slack can no longer reach the bot and retrying cannot help. */
  lost: Promise<Error>;
}

/**
 * How long a socket's last pong may be ago. Slack's servers can be slower than the library's five
 * seconds, which then closes a socket that works, with requests in transit.
 */
const pongTimeoutMs = 15_000;

export function createConnection(options: ConnectionOptions): Connection {
  const { appToken, state, events } = options;
  const receiver =
    appToken === undefined ? createHttpReceiver(options) : createSocketReceiver(options, appToken);
  return deduplicateDeliveries(receiver, state, events);
}

const notAcked =
  'Socket Mode: a payload could not be handled and was not acked, so the person sees an error';

function createSocketReceiver(
  { address, proxy, logger, events }: ConnectionOptions,
  token: Secret,
): Connection {
  let app: App | undefined;

  const createLink = () => {
    const tunnels = proxy && createTunnels(proxy);
    const receiver = new SocketModeReceiver({
      appToken: token.reveal(),
      ...(tunnels && { dispatcher: tunnels.dispatcher }),
      logger,
      autoReconnectEnabled: false,
      clientPingTimeout: pongTimeoutMs,
      async processEventErrorHandler({ error }) {
        logger.warn(`${notAcked}:`, error);
        return false; // do not ack
      },
      customPropertiesExtractor: ({ envelope_id: envelopeId }) => ({ envelopeId }),
      // Bolt's client does not retry, because `createSocket` does.
      installerOptions: { clientOptions: { ...address, retryConfig: { retries: 0 } } },
    });
    const onRefused = (why: string) => logger.warn(`${notAcked}: ${why}`);

    if (app) receiver.init(app);
    return createSocketLink(receiver.client, onRefused, tunnels);
  };

  const socket = createSocket(createLink, { logger, events });
  return {
    ...socket,
    mode: 'socket',
    init(initialized) {
      app = initialized;
    },
    port: () => undefined,
    // The socket also carries the acks of commands in flight, so it stays open until they are done;
    // meanwhile new commands are answered with "try again in a few seconds".
    stop: async () => {},
    close: socket.stop,
  };
}

interface BoltAppOptions {
  connection: Receiver;
  address: SlackAddress;
  boltLogger: BoltLogger;
  logger: Logger;
}

/**
 * Creates a Bolt app that only parses payloads and passes all of them to `listen`; txnbot does the
 * rest itself.
 */
export function createBoltApp(
  { connection, address, boltLogger, logger }: BoltAppOptions,
  listen: (args: BoltArgs) => Promise<void>,
): void {
  const app = new App({
    receiver: connection,
    logger: boltLogger,
    clientOptions: address, // `respond` uses the `fetch` in it
    authorize: async () => ({}), // one workspace needs one client; Bolt would cache one per team
    convoStore: false,
    ignoreSelf: false, // `replyRouteFor` ignores messages of all apps, this one included
  });
  // An error that reaches Bolt could not be shown to the person. It may hold a payload: log only
  // its code and message.
  app.error(async (error) => {
    logger.error({ outcome: 'undelivered', code: error.code, message: error.message }, 'command');
  });
  app.use(listen);
}

/** Explains an error in one sentence for the operator, who can mend its cause. */
export function explainForOperator(error: unknown): string {
  if (error instanceof SlackApiError) {
    const { failure, code, token = 'SLACK_BOT_TOKEN' } = error.details;
    if (isTokenRefused(error))
      return `Slack refused ${token} (${code}). Copy it again from the app's settings, and restart.`;

    return failure === 'refused' || failure === 'rate_limited'
      ? `Slack answered with ${code}. Try again; if it stays, check the app's settings.`
      : `Slack could not be reached (${code}). Check the way out to slack.com, and HTTPS_PROXY and SLACK_API_URL if they are set.`;
  }

  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  return `txnbot cannot run: ${joinMessages(errors)}`;
}

/** How often a refused bot token is tried again. */
const tokenRetryMs = 30_000;

/**
 * Follows whether Slack accepts the bot token, by the outcome of every call. While Slack refuses
 * the token, asks again every half minute: a bot that is not ready may receive no requests, and so
 * would make no calls.
 */
export function createTokenWatch(
  client: Pick<SlackClient, 'auth'>,
  events: Events,
  logger: Logger,
) {
  let refusal: string | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Asks Slack again and again while it refuses the token; otherwise ends that. */
  const updateTimer = () => {
    clearTimeout(timer);
    if (refusal === undefined) return;

    timer = setTimeout(async () => {
      await client.auth.test().catch(() => {}); // `noteCall` has seen the outcome
      updateTimer();
    }, tokenRetryMs);
    timer.unref();
  };

  const noteCall = ({ name, failure = '' }: Pick<SlackCall, 'name' | 'failure'>) => {
    const usesToken = name.includes('.') && !name.startsWith('apps.');
    const isRefused = tokenRefusals.includes(failure);
    if (!usesToken || (!isRefused && failure !== '')) return;

    const oldRefusal = refusal;
    refusal = isRefused ? failure : undefined;

    if (refusal === oldRefusal) return;
    if (refusal === undefined) return logger.info('Slack accepts SLACK_BOT_TOKEN again');

    logger.error(explainForOperator(new SlackApiError({ failure: 'refused', code: refusal })));
    updateTimer();
  };

  return {
    isAccepted: () => refusal === undefined,
    start: () => {
      events.on('slackCall', noteCall);
    },
    stop: () => {
      refusal = undefined;
      updateTimer();
    },
  };
}

/** How long a stop waits for the answers to requests in flight. */
const drainMaxMs = 10_000;
/** How long a stop waits until everyone still waiting was told that no answer will come. */
const giveUpMaxMs = 3_000;
/** How long a stop waits for data in transit; a connection may stay half open forever. */
const closeMaxMs = 1_000;

interface RequestIntakeOptions {
  connection: Connection;
  inFlight: InFlight;
  people: Pick<People, 'ownTeamId'>;
  client: SlackClient;
  events: Events;
  logger: Logger;
}

/**
 * Creates the component that accepts Slack's requests and, when it stops, waits for the requests in
 * flight.
 */
export function createRequestIntake({
  connection,
  inFlight,
  people,
  client,
  events,
  logger,
}: RequestIntakeOptions) {
  const tokenWatch = createTokenWatch(client, events, logger);
  let isRunning = false;
  let isStopping = false;

  async function drainOrGiveUp(): Promise<'drained' | 'cut short'> {
    // Requests that arrive while the last connection closes are acked, so wait for them as well.
    const outcome = await withTimeout(drainMaxMs, inFlight.settled()).then(
      () => 'drained' as const,
      () => 'cut short' as const,
    );

    if (outcome === 'cut short') await withTimeout(giveUpMaxMs, inFlight.giveUp()).catch(() => {});
    return outcome;
  }

  async function close(stopped: Promise<unknown>): Promise<void> {
    await withTimeout(closeMaxMs, stopped).catch(() => {});
    await connection.close();
    // Waits for the requests that arrived last.
    await withTimeout(closeMaxMs, inFlight.settled()).catch(() => {});
  }

  return {
    isReady: (): boolean => isRunning && connection.isConnected() && tokenWatch.isAccepted(),
    async start(): Promise<void> {
      // Checking the token takes a round trip: in HTTP mode the port need not wait, as
      // `checkAccess` admits nobody until then. In Socket Mode, Slack sends requests as soon as a
      // socket opens, and a request that the process acks before it exits is lost.
      const checked = people.ownTeamId();
      if (connection.mode === 'socket') await checked;
      await Promise.all([checked, connection.start()]);
      tokenWatch.start();
      isRunning = !isStopping; // `stop` may have been called meanwhile
    },
    async stop(): Promise<void> {
      isStopping = true;
      isRunning = false;
      tokenWatch.stop();
      inFlight.stop();

      const stopped = connection.stop();
      const outcome = await drainOrGiveUp();
      await close(stopped);
      logger.info({ outcome }, 'stopped answering Slack');
    },
  };
}

/**
 * Chooses the block form for all answers. Slack does not report invalid blocks in an ack, so this
 * has Slack validate a sample first, and chooses the classic form if that fails in any way. Never
 * rejects.
 * @param sample a block that only the current form has
 */
export async function chooseBlockForm(
  client: SlackClient,
  sample: Block,
  logger: Logger,
): Promise<BlockForm> {
  try {
    await client.retrying().blocks.validate({ message: { blocks: [sample] } });
    logger.info({ blocks: 'current' }, 'messages use current blocks');
    return 'current';
  } catch (error) {
    const { code, mistakes } = slackApiError(error).details;
    logger.warn(
      { blocks: 'classic', code, mistakes },
      'Slack did not accept a sample of the newer blocks: messages use classic blocks, nothing to do',
    );

    return 'classic';
  }
}
