import type { Logger } from 'pino';

/** Whether Redis can be used, as the connections see it. */
export interface Outage {
  /** Tells what became of a connection: a code when it cannot be used, `undefined` when it can. */
  note(use: string, code: string | undefined): void;
  /** Tells that Redis refused a command. */
  refused(use: string, code: string): void;
}

const sayAgainAfterMs = 60_000;

/**
 * Says in the log once when Redis goes away and once when it is back, whatever many connections and tries see of it; and
 * once a minute when it refuses commands.
 */
export function createOutage(logger: Logger): Outage {
  const away = new Set<string>();
  const saidAtMs = new Map<string, number>();
  let isSaid = false;
  return {
    note(use, code) {
      if (code !== undefined) {
        away.add(use);
        if (isSaid) return;
        isSaid = true;
        logger.warn({ use, code }, 'Redis is away: until it is back, this process counts and remembers alone');
        return;
      }
      away.delete(use);
      if (away.size > 0 || !isSaid) return;
      isSaid = false;
      logger.info('Redis is there');
    },
    refused(use, code) {
      if (performance.now() - (saidAtMs.get(code) ?? Number.NEGATIVE_INFINITY) < sayAgainAfterMs) return;
      saidAtMs.set(code, performance.now());
      logger.warn({ use, code }, 'Redis refuses a command');
    },
  };
}
