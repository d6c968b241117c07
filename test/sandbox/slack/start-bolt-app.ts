import { App, HTTPReceiver, LogLevel, type Receiver, SocketModeReceiver } from '@slack/bolt';
import type { SlackStandIn } from './types.ts';

const logLevel = LogLevel.ERROR;

/** A bare Bolt app in HTTP mode that knows nothing of the stand-in but its API URL; deliveries go to it. */
export async function startHttpApp(slack: SlackStandIn, register: (app: App) => void): Promise<App> {
  const receiver = new HTTPReceiver({ signingSecret: slack.signingSecret, logLevel });
  const app = createApp(slack, receiver);
  register(app);
  const address = (await receiver.start(0)).address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port');
  slack.deliverTo(`http://127.0.0.1:${address.port}/slack/events`);
  return app;
}

/**
 * The same in Socket Mode.
 * @param reconnectMs how long it waits before it connects again, and for an answer to its pings: with little of it a
 *   busy machine makes it connect again and again
 */
export async function startSocketModeApp(
  slack: SlackStandIn,
  register: (app: App) => void,
  reconnectMs = 30_000,
): Promise<App> {
  const receiver = new SocketModeReceiver({
    appToken: slack.appToken,
    clientPingTimeout: reconnectMs,
    installerOptions: { clientOptions: { slackApiUrl: slack.apiUrl } },
    logLevel,
  });
  const app = createApp(slack, receiver);
  register(app);
  await app.start();
  return app;
}

/** Whatever a bare app does, it does in each of these. */
export const modes = [
  ['HTTP mode', startHttpApp],
  ['Socket Mode', startSocketModeApp],
] as const;

function createApp(slack: SlackStandIn, receiver: Receiver): App {
  return new App({ receiver, token: slack.botToken, clientOptions: { slackApiUrl: slack.apiUrl }, logLevel });
}
