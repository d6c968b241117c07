import { describe, expect, it } from 'vitest';
import { readExamples } from '../support/examples.ts';
import { createStandIns } from '../support/stand-ins.ts';

/** What an example asks of txnbot, and what the bot that ships answers there. */
describe.concurrent.each(readExamples().map((example) => [example.file, example] as const))('%s', (_file, example) => {
  const { env, asks } = example;
  const paths = asks.flatMap(({ path, port }) => (path === undefined ? [] : [{ path, port }]));

  it('asks for paths that txnbot answers', async (test) => {
    const { start } = await createStandIns(test);
    const isSocketMode = 'SLACK_APP_TOKEN_FILE' in env;
    const ofTheirs = Object.entries(env).filter(
      ([name]) => !/^NODE_|_FILE$|^PORT$|^HEALTH_PORT$|^TRANSFER_|^REDIS_|^STATE_/.test(name),
    );
    const { healthUrl, requestUrl } = await start(isSocketMode ? 'socket' : 'http', Object.fromEntries(ofTheirs));
    for (const { path, port } of paths) {
      if (port === Number(env.HEALTH_PORT)) expect((await fetch(healthUrl + path)).status, path).toBe(200);
      else expect((await fetch(new URL(path, requestUrl), { method: 'POST' })).status, path).toBe(401);
    }
  });
});
