import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { InFlight } from '../middleware/in-flight.ts';
import type { Part } from '../parts.ts';
import { type Connection, startError } from './transport/connection.ts';

const drainMs = 10_000;
const lastWordsMs = 3_000;
const closingMs = 1_000;

export interface AnsweringOptions {
  connection: Connection;
  inFlight: InFlight;
  /** @throws Error when Slack refuses the token or cannot be reached. */
  checkToken: () => Promise<void>;
  logger: Logger;
}

/** The part that takes Slack's questions; when it stops, it lets those in flight have their answers. */
export interface Answering extends Part {
  isReady(): boolean;
}

export function createAnswering({ connection, inFlight, checkToken, logger }: AnsweringOptions): Answering {
  let isRunning = false;
  let isStopping = false;
  return {
    isReady: () => isRunning && connection.isConnected(),
    async start() {
      const vouchFor = () =>
        checkToken().catch((error) => {
          throw startError(error, 'SLACK_BOT_TOKEN');
        });
      const receive = () =>
        connection.start().catch((error) => {
          throw startError(error, 'SLACK_APP_TOKEN');
        });
      // Checking the token takes a round trip, and loading what asks takes as long: in HTTP mode the port need not wait
      // for it, and `access` admits nobody until then. In Socket Mode, Slack sends questions as soon as a socket opens,
      // and one that a process acks before it exits is lost.
      if (connection.mode === 'socket') {
        await vouchFor();
        await receive();
      } else await Promise.all([receive(), vouchFor()]);
      isRunning = !isStopping;
    },
    async stop() {
      isStopping = true;
      isRunning = false;
      inFlight.stop();
      const closed = connection.stopReceiving();
      // Questions that arrive while the last connection closes are acked, so wait for them as well.
      const drained = inFlight.settled().then(() => 'drained' as const);
      const outcome = await Promise.race([drained, sleep(drainMs, 'cut short' as const)]);
      if (outcome === 'cut short') await Promise.race([inFlight.giveUp(), sleep(lastWordsMs)]);
      // Give data in transit a moment, and no longer: a connection may stay half open forever.
      await Promise.race([closed, sleep(closingMs)]);
      await connection.close();
      await Promise.race([inFlight.settled(), sleep(closingMs)]); // questions from the very end
      logger.info({ outcome }, 'stopped');
    },
  };
}
