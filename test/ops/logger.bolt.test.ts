import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { beforeEach, describe, expect, it } from 'vitest';
import { createStackMap } from '../../src/ops/logger.ts';
import { createBoltLogger } from '../../src/slack/client.ts';
import { logLines } from '../support/log-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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

describe('a stack of the bundle', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = temporaryFolder();
    file = path.join(folder, 'bundle.mjs');
    const source = path.join(folder, 'place.ts');
    writeFileSync(source, 'type Any = unknown;\n\nexport const error = new RangeError("too far");\n');
    await build({ entryPoints: [source], outfile: file, format: 'esm', minify: true, sourcemap: true });
  });
  const mapper = () => createStackMap(pathToFileURL(`${folder}/`).href);
  const frames = () =>
    `RangeError: too far\n    at thrown (${pathToFileURL(file)}:1:14)\n    at node:internal/main:1:2`;

  it('names the lines of the sources, and knows a place that it named once', () => {
    const map = mapper();
    const named = `RangeError: too far\n    at thrown (${folder}/place.ts:3:26)\n    at node:internal/main:1:2`;
    expect(map(frames())).toBe(named);
    rmSync(`${file}.map`);
    expect(map(frames())).toBe(named);
  });

  it('has no map read of another folder: a message may name any file', () => {
    expect(createStackMap()(frames())).toBe(frames());
    expect(mapper()('at thrown (file:///%2F/a.js:1:1)')).toBe('at thrown (file:///%2F/a.js:1:1)');
  });
});
