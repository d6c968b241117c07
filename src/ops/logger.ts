import { type DestinationStream, type Logger, pino } from 'pino';
import { mapStack } from './map-stack.ts';
import { createScrub } from './scrub.ts';

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
  const quoted = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: serialized },
      hooks: { streamWrite: createScrub(quoted) },
    },
    destination,
  );
}

/** An error with the places of the sources; of what was thrown and is none, only what it is. */
function serialized(error: unknown): unknown {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, stack } = error;
  return { name, stack: stack && mapStack(stack) };
}
