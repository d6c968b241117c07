import { createLogger } from '../../src/ops/logger.ts';

export type LogLines = ReturnType<typeof logLines>;

/** The real logger, at its most talkative, writing into memory. */
export function logLines(secrets: readonly string[] = []) {
  const lines: string[] = [];
  const logger = createLogger('trace', secrets, { write: (line) => void lines.push(line) });
  /** The lines as objects. */
  const entries = () => lines.map((line): Record<string, unknown> => JSON.parse(line));
  return { logger, lines, entries };
}
