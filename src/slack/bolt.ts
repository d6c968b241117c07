import { App, type Logger as BoltLogger, type Receiver } from '@slack/bolt';
import type { Logger } from 'pino';
import type { SlackAddress } from './client.ts';
import { Exchange, type ExchangeOptions, type SlackDoor } from './exchange.ts';
import { originOf } from './origin.ts';
import { type BoltArgs, type SlackPayload, slackPayloadOf } from './payload-kinds.ts';
import { replyRoutesFor } from './replies.ts';

interface BoltAppOptions {
  receiver: Receiver;
  address: SlackAddress;
  boltLogger: BoltLogger;
  logger: Logger;
}

/** Uses Bolt only to parse payloads; `listen` gets all of them, and txnbot does everything else itself. */
export function createBoltApp(
  { receiver, address, boltLogger, logger }: BoltAppOptions,
  listen: (args: BoltArgs) => Promise<void>,
): void {
  const app = new App({
    receiver,
    logger: boltLogger,
    clientOptions: address, // `respond` uses its `fetch`
    authorize: async () => ({}), // one workspace, so one client; Bolt would keep one for every team that it sees
    convoStore: false,
    ignoreSelf: false, // `replyRoutesFor` ignores messages of all apps, this one included
  });
  // An error that reaches Bolt could not be delivered either. It may hold a payload: log only its code and message.
  app.error(async (error) => {
    logger.error({ outcome: 'undelivered', code: error.code, message: error.message }, 'command');
  });
  app.use(listen);
}

/** `undefined` when the payload needs no reply: an edit, a deletion, another app's message. */
export function openExchange(
  args: BoltArgs,
  findDoor: (incoming: SlackPayload) => SlackDoor,
  options: ExchangeOptions,
): Exchange | undefined {
  const incoming = slackPayloadOf(args);
  if (!incoming) return undefined;
  const origin = originOf(args.body);
  const routes = replyRoutesFor(incoming, options.client, origin);
  return routes && new Exchange({ incoming, origin, routes, door: findDoor(incoming) }, options);
}
