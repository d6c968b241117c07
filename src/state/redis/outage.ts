import type { Logger } from 'pino';

/** Whether Redis can be used, as the connections see it. */
export interface Outage {
  /** Tells what became of a connection: a code when it cannot be used, `undefined` when it can. */
  note(use: string, code: string | undefined): void;
  /** Tells that Redis refused a command. */
  refused(use: string, code: string): void;
  isOver(): boolean;
}

const sayAgainAfterMs = 60_000;

/**
 * Says in the log once when Redis goes away and once when it is back, whatever many connections and tries see of it; and
 * once a minute when it refuses commands.
 */
export function createOutage(logger: Logger): Outage {
  const away = new Map<string, string>();
  const saidAtMs = new Map<string, number>();
  let said: string | undefined;
  return {
    note(use, code) {
      if (code !== undefined) {
        away.set(use, code);
        if (said === code) return;
        said = code;
        logger.warn({ use, code }, 'Redis is away: until it is back, this process counts and remembers alone');
        return;
      }
      away.delete(use);
      if (away.size > 0 || said === undefined) return;
      said = undefined;
      logger.info('Redis is there');
    },
    refused(use, code) {
      if (performance.now() - (saidAtMs.get(code) ?? Number.NEGATIVE_INFINITY) < sayAgainAfterMs) return;
      saidAtMs.set(code, performance.now());
      logger.warn({ use, code }, 'Redis refuses a command');
    },
    isOver: () => away.size === 0,
  };
}
