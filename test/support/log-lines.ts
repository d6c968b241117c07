import type { Logger } from 'pino';
import { createLogger } from '../../src/ops/logger.ts';

export interface LogLines {
  logger: Logger;
  /** Every line so far, as it would have been written. */
  lines: string[];
  /** The lines as objects. */
  entries(): Record<string, unknown>[];
}

/** The real logger, at its most talkative, writing into memory. */
export function logLines(secrets: readonly string[] = []): LogLines {
  const lines: string[] = [];
  const logger = createLogger('trace', secrets, { write: (line) => void lines.push(line) });
  return { logger, lines, entries: () => lines.map((line): Record<string, unknown> => JSON.parse(line)) };
}
