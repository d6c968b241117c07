import type { Server } from 'node:http';
import { type Logger as BoltLogger, HTTPReceiver, type Receiver, SocketModeReceiver, type webApi } from '@slack/bolt';
import { serverPort } from '../ops/server-port.ts';
import type { Secret } from '../secret.ts';
import { stayConnected } from './stay-connected.ts';
import { watchedReceiver } from './watched-receiver.ts';

export interface ConnectionOptions {
  /** Set: Socket Mode. */
  appToken: Secret | undefined;
  /** HTTP mode. */
  signingSecret: Secret;
  port: number;
  webClient: Pick<webApi.WebClientOptions, 'slackApiUrl' | 'fetch'>;
  logger: BoltLogger;
  /** Told how long Slack waited for each ack. */
  onAck: (durationMs: number) => void;
  /** Told when a socket has been opened again, in Socket Mode. */
  onReconnect: () => void;
}

/** How Slack's requests arrive: one of two ways, the same from here on. */
export interface Connection {
  receiver: Receiver;
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

/** The error itself may quote what came. */
const refused = 'A signed request was refused: it is no payload that Slack sends to this app.';

function httpConnection({ signingSecret, port, logger, onAck }: ConnectionOptions): Connection {
  const receiver = new HTTPReceiver({
    signingSecret: signingSecret.reveal(),
    logger,
    customPropertiesExtractor: ({ headers }) => ({ signature: headers['x-slack-signature'] }),
    bodyLimit: 256 * 1024, // Bolt reads the body before it checks the signature
    // Whatever else comes from the internet is not there, and not worth a line in the log.
    dispatchErrorHandler: ({ response }) => void response.writeHead(404).end(),
    async processEventErrorHandler({ response }) {
      logger.warn(refused);
      if (!response.headersSent) response.writeHead(400).end();
      return true;
    },
  });
  let server: Server | undefined;
  return {
    receiver: watchedReceiver(receiver, { onAck }),
    async start() {
      server = await receiver.start(port);
      // A body over the limit is refused before its end, and its rest would stand before the next request.
      server.on('request', (request, response) => response.once('finish', () => request.resume()));
      server.requestTimeout = 10_000;
      server.headersTimeout = 10_000;
      server.keepAliveTimeout = 65_000; // longer than the usual load balancer's minute
    },
    isConnected: () => server?.listening ?? false,
    port: () => serverPort(server),
    async stopReceiving() {
      if (!server?.listening) return;
      const closed = receiver.stop();
      server.closeIdleConnections();
      await closed;
    },
    close: async () => server?.closeAllConnections(),
    lost: new Promise(() => {}),
  };
}

function socketConnection({ webClient, logger, onAck, onReconnect }: ConnectionOptions, token: Secret): Connection {
  const receiver = new SocketModeReceiver({
    appToken: token.reveal(),
    logger,
    autoReconnectEnabled: false,
    async processEventErrorHandler() {
      logger.warn(refused);
      return false;
    },
    installerOptions: { clientOptions: { ...webClient, retryConfig: { retries: 0 } } }, // `stayConnected` tries again
  });
  const { client } = receiver;
  const socket = stayConnected(client, { logger, onReconnect });
  // An ack goes through whichever socket is open, but Slack waits for it on the one that asked.
  const ackWay = () => {
    const { websocket } = client;
    return () => client.websocket === websocket;
  };
  return {
    receiver: watchedReceiver(receiver, { onAck, ackWay }),
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
