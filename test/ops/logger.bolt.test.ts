import { describe, expect, it } from 'vitest';
import { createBoltLogger } from '../../src/slack/client.ts';
import { logLines } from '../support/log-lines.ts';

describe('a log line', () => {
  it('is JSON with its level in words and its time; an error has its name and stack', () => {
    const { logger, entries } = logLines();
    logger.warn({ command: 'txn', durationMs: 12 }, 'command');
    logger.fatal({ error: new RangeError('too far') }, 'uncaught exception');
    logger.fatal({ error: 'words' }, 'unhandled rejection');
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    const stack = expect.stringContaining('logger.bolt.test.ts');
    expect(entries()).toEqual([
      { level: 'warn', time, command: 'txn', durationMs: 12, msg: 'command' },
      { level: 'fatal', time, error: { name: 'RangeError', stack }, msg: 'uncaught exception' },
      { level: 'fatal', time, error: 'words', msg: 'unhandled rejection' },
    ]);
  });

  it('loses secrets on its way out, wherever they stand', () => {
    const { logger, lines } = logLines(['sesame-"quoted"', '']);
    logger.error({ deep: { in: ['sesame-"quoted"'] } }, 'token sesame-"quoted" refused');
    logger.error(new Error('xoxb-1-canary and xapp-2-canary'));
    logger.error('posting to https://hooks.slack.com/commands/T1/2/canary failed');
    logger.error({ to: 'http://127.0.0.1:4000/actions/T1/canary' });
    logger.error('GET with authorization: Bearer renewed+/~canary');
    logger.error("connecting to 'rediss://txnbot:canary@redis:6379/0' failed");
    logger.error('wss://wss-primary.slack.com/link/?ticket=canary&app_id=1 closed');
    expect(lines).toHaveLength(7);
    expect(lines.join()).not.toMatch(/sesame|canary/);
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  });

  it("of Slack's libraries is kept, but for the debug lines, which hold payloads", () => {
    const { logger, entries } = logLines();
    const boltLogger = createBoltLogger(logger);
    boltLogger.debug('payload');
    boltLogger.info('connected', 1);
    boltLogger.error(new Error('gone'));
    expect(boltLogger.getLevel()).toBe('info');
    expect(entries()).toMatchObject([
      { level: 'info', msg: 'connected 1', from: 'slack-libraries' },
      { level: 'error', msg: 'gone' },
    ]);
  });
});
