import { type Logger as BoltLogger, LogLevel } from '@slack/bolt';
import type { Logger } from 'pino';

/**
 * Sends the log lines of Slack's libraries to our log, except debug lines: those hold whole payloads, with
 * response_urls and what people typed. The level `INFO` also saves the libraries from building them.
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
