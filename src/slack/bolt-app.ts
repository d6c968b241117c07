import { App, type Logger as BoltLogger, type Receiver } from '@slack/bolt';
import type { Logger } from 'pino';
import type { BoltArgs } from './exchange/payload-kinds.ts';
import type { SlackAddress } from './web-api/client.ts';

export interface BoltAppOptions {
  receiver: Receiver;
  address: SlackAddress;
  boltLogger: BoltLogger;
  logger: Logger;
}

/** Bolt, for what it makes of a payload; `listen` hears all of them, and everything else is txnbot's own. */
export function createBoltApp(
  { receiver, address, boltLogger, logger }: BoltAppOptions,
  listen: (args: BoltArgs) => Promise<void>,
): void {
  const app = new App({
    receiver,
    logger: boltLogger,
    clientOptions: address, // its `fetch` is the one of `respond`
    authorize: async () => ({}), // one workspace, and so one client; Bolt would keep one for every team that it hears of
    convoStore: false,
    ignoreSelf: false, // `replyRoutesFor` hears no app at all, this one included
  });
  // A failure that reaches Bolt could not be delivered either. It may hold a payload: only its name and words are kept.
  app.error(async (error) => {
    logger.error({ outcome: 'undelivered', code: error.code, message: error.message }, 'command');
  });
  app.use(listen);
}
