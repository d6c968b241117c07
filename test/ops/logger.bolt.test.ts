import { describe, expect, it } from 'vitest';
import { createBoltLogger } from '../../src/slack/client.ts';
import { logLines } from '../support/log-lines.ts';

describe('a log line', () => {
  it('is JSON with its level in words and its time', () => {
    const { logger, entries } = logLines();
    logger.warn({ command: 'txn', durationMs: 12 }, 'command');
    expect(entries()).toEqual([
      { level: 'warn', time: expect.stringMatching(/^\d{4}-.*Z$/), command: 'txn', durationMs: 12, msg: 'command' },
    ]);
  });

  it('loses secrets on its way out, wherever they stand', () => {
    const { logger, lines } = logLines(['sesame-"quoted"', '']);
    logger.error({ deep: { in: ['sesame-"quoted"'] } }, 'token sesame-"quoted" refused');
    logger.error(new Error('xoxb-1-canary and xapp-2-canary'));
    logger.error('posting to https://hooks.slack.com/commands/T1/2/canary failed');
    logger.error({ to: 'http://127.0.0.1:4000/actions/T1/canary' });
    logger.error('GET with authorization: Bearer renewed-canary');
    logger.error("connecting to 'rediss://txnbot:canary@redis:6379/0' failed");
    expect(lines).toHaveLength(6);
    expect(lines.join()).not.toMatch(/sesame|canary/);
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  });
});

describe('an error in a log line', () => {
  it('has its name and its stack, and what is none is as it was logged', () => {
    const { logger, entries } = logLines();
    logger.fatal({ error: new RangeError('too far') }, 'uncaught exception');
    logger.fatal({ error: 'words' }, 'unhandled rejection');
    expect(entries()).toMatchObject([
      { error: { name: 'RangeError', stack: expect.stringContaining('logger.bolt.test.ts') } },
      { error: 'words' },
    ]);
  });
});

describe("a line of Slack's libraries", () => {
  it('is kept, but for the debug lines, which hold payloads', () => {
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
