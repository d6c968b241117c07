import type { Server } from 'node:http';
import { type Logger as BoltLogger, HTTPReceiver, type Receiver, SocketModeReceiver, type webApi } from '@slack/bolt';
import { serverPort } from '../ops/server-port.ts';
import type { Secret } from '../secret.ts';

export interface ConnectionOptions {
  /** Set: Socket Mode. */
  appToken: Secret | undefined;
  /** HTTP mode. */
  signingSecret: Secret;
  port: number;
  webClient: Pick<webApi.WebClientOptions, 'slackApiUrl' | 'fetch'>;
  logger: BoltLogger;
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
  /** Cuts what is still open. */
  close(): void;
}

export function createConnection(options: ConnectionOptions): Connection {
  return options.appToken === undefined ? httpConnection(options) : socketConnection(options, options.appToken);
}

function httpConnection({ signingSecret, port, logger }: ConnectionOptions): Connection {
  const receiver = new HTTPReceiver({
    signingSecret: signingSecret.reveal(),
    logger,
    customPropertiesExtractor: ({ headers }) => ({ signature: headers['x-slack-signature'] }),
    bodyLimit: 256 * 1024, // Bolt reads the body before it checks the signature
    // Whatever else comes from the internet is not there, and not worth a line in the log.
    dispatchErrorHandler: ({ response }) => void response.writeHead(404).end(),
  });
  let server: Server | undefined;
  return {
    receiver,
    async start() {
      server = await receiver.start(port);
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
    close: () => server?.closeAllConnections(),
  };
}

function socketConnection({ webClient, logger }: ConnectionOptions, token: Secret): Connection {
  const appToken = token.reveal();
  // Options of its own, and no `retryConfig`: the client changes the object it is given, and with few
  // retries one outage during a reconnect would be the end of the process.
  const receiver = new SocketModeReceiver({ appToken, logger, installerOptions: { clientOptions: { ...webClient } } });
  return {
    receiver,
    async start() {
      await receiver.start();
    },
    isConnected: () => receiver.client.websocket?.isActive() ?? false,
    port: () => undefined,
    // The socket carries the acks of the commands under way as well, so it stays until they are done;
    // meanwhile new commands are told to come back.
    stopReceiving: async () => {},
    close: () => void receiver.stop(),
  };
}
