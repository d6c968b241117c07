import { type Logger as BoltLogger, LogLevel } from '@slack/bolt';
import type { Logger } from 'pino';

/**
 * Slack's libraries write into our log, but never their debug lines: those hold whole payloads,
 * with response_urls and what people typed; saying `INFO` also spares them the work of making them.
 */
export function createBoltLogger(logger: Logger): BoltLogger {
  const words = (parts: unknown[]) =>
    parts.map((part) => (part instanceof Error ? part.message : String(part))).join(' ');
  const lines = logger.child({ from: 'slack-libraries' });
  return {
    debug: () => {},
    info: (...parts) => lines.info(words(parts)),
    warn: (...parts) => lines.warn(words(parts)),
    error: (...parts) => lines.error(words(parts)),
    getLevel: () => LogLevel.INFO,
    setLevel: () => {},
    setName: () => {},
  };
}
