import { type App, type Logger as BoltLogger, type Receiver, SocketModeReceiver } from '@slack/bolt';
import { serverPort } from '../../ops/server-port.ts';
import type { Secret } from '../../secret.ts';
import type { State } from '../../state/state.ts';
import type { SlackAddress } from '../web-api/client.ts';
import { ackBeforeLeaving } from './ack-before-leaving.ts';
import { checkedReceiver } from './checked-receiver.ts';
import { createHttpReceiver } from './http-receiver.ts';
import { createRefusedRequests, type Refusal } from './refused-requests.ts';
import { createSocket } from './socket.ts';
import { createSocketLink } from './socket-link.ts';

export interface ConnectionOptions {
  /** Set: Socket Mode. */
  appToken: Secret | undefined;
  /** HTTP mode. */
  signingSecret: Secret;
  port: number;
  address: SlackAddress;
  /** Where it is kept which deliveries were heard. */
  state: State;
  logger: BoltLogger;
  /** Told how long Slack waited for each ack. */
  onAck: (durationMs: number) => void;
  /** Told when a socket has been opened again, in Socket Mode. */
  onReconnect: () => void;
  /** Told of every request that was not Slack's, in HTTP mode. */
  onRefusal: (why: Refusal) => void;
}

/** How Slack's requests arrive: one of two ways, the same from here on. */
export interface Connection {
  readonly mode: 'http' | 'socket';
  receiver: Receiver;
  /** @throws what keeps Slack's requests away: a port that is taken, a token that is refused. */
  start(): Promise<void>;
  isConnected(): boolean;
  /** Where Slack's requests arrive, in HTTP mode once started. */
  port(): number | undefined;
  /** Takes no new work; what is under way can still answer. Resolves when the last connection has closed. */
  stopReceiving(): Promise<void>;
  /** Ends what is still open; what has been written is on its way when this resolves. */
  close(): Promise<void>;
  /** Resolves with the reason when Slack can reach the bot no more, and nothing here can change that. */
  readonly lost: Promise<Error>;
}

export function createConnection(options: ConnectionOptions): Connection {
  return options.appToken === undefined ? httpConnection(options) : socketConnection(options, options.appToken);
}

function httpConnection({ signingSecret, port, state, logger, onAck, onRefusal }: ConnectionOptions): Connection {
  const receiver = createHttpReceiver(signingSecret.reveal(), logger, createRefusedRequests(logger, onRefusal));
  const { server } = receiver;
  return {
    mode: 'http',
    receiver: checkedReceiver(receiver, state, onAck),
    start: () => receiver.start(port),
    isConnected: () => server.listening,
    port: () => serverPort(server),
    async stopReceiving() {
      const closed = receiver.stop();
      server.closeIdleConnections();
      await closed;
    },
    close: async () => server.closeAllConnections(),
    lost: new Promise(() => {}),
  };
}

function socketConnection(
  { address, state, logger, onAck, onReconnect }: ConnectionOptions,
  token: Secret,
): Connection {
  let app: App | undefined;
  const createLink = () => {
    const receiver = new SocketModeReceiver({
      appToken: token.reveal(),
      logger,
      autoReconnectEnabled: false,
      async processEventErrorHandler({ error }) {
        logger.warn('An envelope was refused:', error);
        return false; // without an ack Slack tells the person that it failed
      },
      customPropertiesExtractor: ({ envelope_id: envelopeId }) => ({ envelopeId }),
      installerOptions: { clientOptions: { ...address, retryConfig: { retries: 0 } } }, // `createSocket` tries again
    });
    const link = createSocketLink(receiver.client, () => logger.warn('An envelope was refused: malformed'));
    if (app) receiver.init(ackBeforeLeaving(app, link.noticed));
    return link;
  };
  const socket = createSocket(createLink, { logger, onReconnect });
  const receiver: Receiver = {
    init(initialized) {
      app = initialized;
    },
    start: socket.start,
    stop: socket.stop,
  };
  return {
    mode: 'socket',
    receiver: checkedReceiver(receiver, state, onAck),
    start: socket.start,
    isConnected: socket.isConnected,
    port: () => undefined,
    // The socket carries the acks of the commands under way as well, so it stays until they are done;
    // meanwhile new commands are told to come back.
    stopReceiving: async () => {},
    close: socket.stop,
    lost: socket.lost,
  };
}
