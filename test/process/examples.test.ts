import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { botSettings } from '../run-sandbox/bot-settings.ts';
import { startBot } from '../run-sandbox/start-bot.ts';
import { type Example, readExamples } from '../support/examples.ts';
import { isRedisMissing, startRedis } from '../support/redis.ts';
import { createStandIns, type StandIns } from '../support/stand-ins.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Every variable that an example names but for its ports, with what stands in for its value here. */
async function environmentOf({ env }: Example, { slack, service }: StandIns, test: TestContext) {
  const folder = temporaryFolder(test);
  mkdirSync(path.join(folder, 'state'));
  const settings = botSettings(slack, service, 'SLACK_APP_TOKEN_FILE' in env ? 'socket' : 'http');
  const { SLACK_API_URL = '', TRANSFER_API_BASE_URL = '' } = settings;
  const here: Record<string, string> = {
    TRANSFER_API_BASE_URL,
    STATE_DIR: path.join(folder, 'state'),
    NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
    ...('REDIS_URL' in env ? { REDIS_URL: (await startRedis(test)).url } : {}),
  };
  const { PORT, HEALTH_PORT, ...named } = env;
  const changed = Object.entries(named).map(([name, value]) => {
    if (!name.endsWith('_FILE')) return [name, here[name] ?? value];
    const file = path.join(folder, name);
    writeFileSync(file, `${settings[name.replace(/_FILE$/, '')] ?? ''}\n`);
    return [name, file];
  });
  return { SLACK_API_URL, ...Object.fromEntries(changed) };
}

/** What an example asks of txnbot, and what the bot that ships answers there. */
describe.concurrent.each(readExamples().map((example) => [example.file, example] as const))('%s', (_file, example) => {
  const { env, asks } = example;
  const paths = asks.flatMap(({ path: asked, port }) => (asked === undefined ? [] : [{ asked, port }]));

  it.skipIf(isRedisMissing && 'REDIS_URL' in env)('starts a txnbot that answers where it is asked', async (test) => {
    const standIns = await createStandIns(test);
    const bot = await startBot(await environmentOf(example, standIns, test), 'bundle');
    test.onTestFinished(async () => {
      bot.process.kill('SIGKILL');
      await bot.ended;
    });
    expect((await fetch(`${bot.healthUrl}/readyz`)).status).toBe(200);
    for (const { asked, port } of paths) {
      if (port === Number(env.HEALTH_PORT)) expect((await fetch(bot.healthUrl + asked)).status, asked).toBe(200);
      else expect((await fetch(new URL(asked, bot.requestUrl), { method: 'POST' })).status, asked).toBe(401);
    }
    expect(await bot.stop()).toBe(0);
  });
});
