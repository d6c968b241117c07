import { type DestinationStream, type Logger, pino } from 'pino';
import { createScrub } from './scrub.ts';
import { createStackMap } from './stack-map.ts';

export interface LoggerOptions {
  level: string;
  /** Values that must never appear in a log line. */
  secrets: readonly string[];
  destination: DestinationStream;
}

/**
 * Writes JSON lines. Nobody logs a secret on purpose; the last step before a line is written redacts secrets that an
 * error message or a library's line contains.
 */
export function createLogger({ level, secrets, destination }: LoggerOptions): Logger {
  const mapStack = createStackMap();
  const quoted = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        error: (error: unknown) =>
          error instanceof Error ? { name: error.name, stack: mapStack(String(error.stack)) } : error,
      },
      hooks: { streamWrite: createScrub(quoted) },
    },
    destination,
  );
}
