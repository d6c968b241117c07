import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { InFlight } from '../middleware/in-flight.ts';
import type { Part } from '../parts.ts';
import type { Connection } from './transport/connection.ts';
import { startError } from './transport/start-failure.ts';

const drainMs = 10_000;
const lastWordsMs = 3_000;
const closingMs = 1_000;

export interface AnsweringOptions {
  connection: Connection;
  inFlight: InFlight;
  /** @throws what keeps the bot from speaking to Slack: a token that is refused, no way there. */
  checkToken: () => Promise<void>;
  logger: Logger;
}

/** The part that takes Slack's questions, and on its end lets those under way have their answers. */
export interface Answering extends Part {
  isReady(): boolean;
}

export function createAnswering({ connection, inFlight, checkToken, logger }: AnsweringOptions): Answering {
  let isRunning = false;
  return {
    isReady: () => isRunning && connection.isConnected(),
    async start() {
      const vouchedFor = checkToken().catch((error) => {
        throw startError(error, 'SLACK_BOT_TOKEN');
      });
      // What Slack says of the token is a journey away: the port need not wait, and until then `access` lets nobody in.
      // But to whoever opens a socket Slack hands out questions, and what a process acks that then ends is lost.
      if (connection.mode === 'socket') await vouchedFor;
      const started = connection.start().catch((error) => {
        throw startError(error, 'SLACK_APP_TOKEN');
      });
      await Promise.all([vouchedFor, started]);
      isRunning = true;
    },
    async stop() {
      isRunning = false;
      inFlight.stop();
      const closed = connection.stopReceiving();
      // What arrives while the last connection closes is acked, so it is waited for as well.
      const drained = inFlight.settled().then(() => 'drained' as const);
      const outcome = await Promise.race([drained, sleep(drainMs, 'cut short' as const)]);
      if (outcome === 'cut short') await Promise.race([inFlight.giveUp(), sleep(lastWordsMs)]);
      // A moment for what is still arriving or leaving, and no longer: a connection may stay half open for ever.
      await Promise.race([closed, sleep(closingMs)]);
      await connection.close();
      await Promise.race([inFlight.settled(), sleep(closingMs)]); // who asked at the very end
      logger.info({ outcome }, 'stopped');
    },
  };
}
