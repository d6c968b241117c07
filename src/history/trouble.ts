import type { Logger } from 'pino';
import { errorCode } from '../errors.ts';

export interface TroubleOptions {
  logger: Pick<Logger, 'warn' | 'info'>;
  /** What cannot be done, for the log: `the history cannot be read or written`. */
  what: string;
  /** Counts it, each time. */
  onTrouble: () => void;
}

export interface Trouble {
  /** Whether it did not work when it was last tried. */
  isMet(): boolean;
  meet(error: unknown): void;
  end(): void;
}

/** Counts each failure, and logs the first of a row of them and its end: nobody asked for what fails here. */
export function createTrouble({ logger, what, onTrouble }: TroubleOptions): Trouble {
  let isMet = false;
  return {
    isMet: () => isMet,
    meet(error) {
      onTrouble();
      if (!isMet) logger.warn({ code: errorCode(error) }, what);
      isMet = true;
    },
    end() {
      if (isMet) logger.info(`no longer: ${what}`);
      isMet = false;
    },
  };
}
