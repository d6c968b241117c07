import {
  type App,
  type Logger as BoltLogger,
  type Receiver,
  type ReceiverEvent,
  SocketModeReceiver,
} from '@slack/bolt';
import type { Secret } from '../config/secret.ts';
import { type ProxyAddress, SlackApiError } from '../errors.ts';
import type { Events } from '../events.ts';
import { serverPort } from '../ops/health.ts';
import type { State } from '../store/state.ts';
import type { SlackAddress } from './client.ts';
import { checkedReceiver } from './deliveries.ts';
import { createHttpReceiver, logRefusals } from './http.ts';
import { createTunnels } from './proxy.ts';
import { isTokenRefused } from './slack-errors.ts';
import { createSocket, createSocketLink } from './socket.ts';

interface ConnectionOptions {
  /** Set in Socket Mode only. */
  appToken: Secret | undefined;
  /** HTTP mode. */
  signingSecret: Secret;
  port: number;
  address: SlackAddress;
  /** Through which sockets are opened, if there is one. */
  proxy?: ProxyAddress | undefined;
  /** Remembers which deliveries have arrived. */
  state: State;
  logger: BoltLogger;
  events: Events;
}

/** How Slack's requests arrive: by HTTP or over a socket, behind one interface. */
export interface Connection {
  readonly mode: 'http' | 'socket';
  receiver: Receiver;
  /** @throws Error when Slack's requests cannot arrive: the port is taken, or Slack refuses the token. */
  start(): Promise<void>;
  isConnected(): boolean;
  /** The port for Slack's requests, in HTTP mode once started. */
  port(): number | undefined;
  /**
   * In HTTP mode, takes no new requests, lets those in flight be answered, and resolves when the last connection has
   * closed. Does nothing in Socket Mode.
   */
  stopReceiving(): Promise<void>;
  /** Closes what is still open; what has been written is on its way when this resolves. */
  close(): Promise<void>;
  /** Resolves with the reason when Slack cannot reach the bot any more and retrying cannot help. */
  readonly lost: Promise<Error>;
}

export function createConnection(options: ConnectionOptions): Connection {
  return options.appToken === undefined ? httpConnection(options) : socketConnection(options, options.appToken);
}

function httpConnection({ signingSecret, port, state, logger, events }: ConnectionOptions): Connection {
  const receiver = createHttpReceiver(signingSecret.reveal(), logger, events);
  logRefusals(events, logger);
  const { server } = receiver;
  return {
    mode: 'http',
    receiver: checkedReceiver(receiver, state, events),
    start: () => receiver.start(port),
    isConnected: () => server.listening,
    port: () => serverPort(server),
    stopReceiving: async () => void (await receiver.stop()), // which ends idle connections, too
    close: async () => server.closeAllConnections(),
    lost: new Promise(() => {}),
  };
}

function socketConnection({ address, proxy, state, logger, events }: ConnectionOptions, token: Secret): Connection {
  let app: App | undefined;
  const createLink = () => {
    const tunnels = proxy && createTunnels(proxy);
    const receiver = new SocketModeReceiver({
      appToken: token.reveal(),
      ...(tunnels && { dispatcher: tunnels.dispatcher }),
      logger,
      autoReconnectEnabled: false,
      async processEventErrorHandler({ error }) {
        logger.warn('An envelope was refused:', error);
        return false; // without an ack Slack tells the person that it failed
      },
      customPropertiesExtractor: ({ envelope_id: envelopeId }) => ({ envelopeId }),
      installerOptions: { clientOptions: { ...address, retryConfig: { retries: 0 } } }, // `createSocket` tries again
    });
    const link = createSocketLink(receiver.client, () => logger.warn('An envelope was refused: malformed'), tunnels);
    if (app) receiver.init(ackBeforeLeaving(app, link.noticed));
    return link;
  };
  const socket = createSocket(createLink, { logger, events });
  const receiver: Receiver = {
    init(initialized) {
      app = initialized;
    },
    start: socket.start,
    stop: socket.stop,
  };
  return {
    mode: 'socket',
    receiver: checkedReceiver(receiver, state, events),
    start: socket.start,
    isConnected: socket.isConnected,
    port: () => undefined,
    // The socket also carries the acks of commands in flight, so it stays open until they are done; meanwhile people
    // with new commands are told to come back.
    stopReceiving: async () => {},
    close: socket.stop,
    lost: socket.lost,
  };
}

/**
 * A command's ack waits a while because it may carry the answer, and Slack takes it only on the socket that delivered
 * the command. Once Slack announces that it will close this socket, commands are acked at once; the later ack with the
 * answer then fails, and the answer takes another route.
 * @param leaving resolves when Slack announces the close
 */
export function ackBeforeLeaving(app: App, leaving: Promise<unknown>): App {
  const owed = new Set<() => void>();
  let isLeaving = false;
  void leaving.then(() => {
    isLeaving = true;
    for (const ackNow of owed) ackNow();
  });
  const early: App = Object.create(app);
  early.processEvent = async (event) => {
    const { body }: { body: unknown } = event; // any value: not checked yet
    if (typeof body !== 'object' || body === null || !('command' in body)) return app.processEvent(event);
    let acked: Promise<void> | undefined;
    const ackNow = () => {
      acked = event.ack();
      acked.catch(() => {}); // `ack` below fails as well
    };
    const ack: ReceiverEvent['ack'] = async (...answer) => {
      owed.delete(ackNow);
      if (acked && answer[0] !== undefined) throw new Error('The command was acked before its answer.');
      acked ??= event.ack(...answer);
      await acked;
    };
    if (isLeaving) ackNow();
    else owed.add(ackNow);
    await app.processEvent({ ...event, ack }).finally(() => owed.delete(ackNow));
  };
  return early;
}

/** Why the process cannot run, as one sentence for the operator. */
class StartError extends Error {
  override readonly name = 'StartError';
}

/** @param tokenVariable names the token that Slack may have refused */
export function startError(error: unknown, tokenVariable = ''): StartError {
  return error instanceof StartError ? error : new StartError(explain(error, tokenVariable));
}

/** One sentence for a process that ends because Slack cannot reach it any more. */
export function explainLoss(error: unknown): string {
  if (error instanceof SlackApiError) return explain(error, 'SLACK_APP_TOKEN');
  const reason = error instanceof Error ? error.message : String(error);
  return `${reason} Ending, so that whatever supervises this process starts it anew.`;
}

function explain(error: unknown, tokenVariable: string): string {
  if (error instanceof SlackApiError) {
    const { failure, code } = error.details;
    if (isTokenRefused(error))
      return `Slack refused ${tokenVariable} (${code}). Copy it again from the app's settings.`;
    if (failure === 'proxy')
      return `The proxy of HTTPS_PROXY let nothing through to Slack (${code}). Check its address, user and password, and that it allows CONNECT to Slack's hosts.`;
    return failure === 'refused' || failure === 'rate_limited'
      ? `Slack answered with ${code}. Try again; if it stays, check the app's settings.`
      : `Slack could not be reached (${code}). Check the way out to slack.com, and SLACK_API_URL if it is set.`;
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const port = error instanceof Error && 'port' in error ? error.port : '';
  if (code === 'EADDRINUSE') return `Port ${port} is in use: set PORT or HEALTH_PORT to another one.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this user: set PORT or HEALTH_PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'HEALTH_HOST is no address of this machine.';
  return `txnbot could not start: ${error instanceof Error ? error.message : String(error)}`;
}
