import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { workspace } from 'slack-sandbox';
import { expect, it } from 'vitest';
import { botSettings } from '../run-sandbox/bot-settings.ts';
import { createStandIns } from '../support/stand-ins.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const { personId, otherPersonId } = workspace;

/** As an operator does, with the bot's own settings. */
function forget(env: Record<string, string>, ...person: string[]) {
  return new Promise<{ status: unknown; said: string }>((resolve) => {
    execFile(process.execPath, [path.resolve('dist/main.js'), 'forget', ...person], { env }, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, said: stdout.trim() + stderr.trim() }),
    );
  });
}

it.concurrent('a folder that another process holds is a reason not to start, and free as soon as that one is dead', async (test) => {
  const standIns = await createStandIns(test);
  const folder = temporaryFolder(test);
  const start = () => standIns.start('http', { STATE_DIR: folder });
  const first = await start();
  await expect(start()).rejects.toThrow(`STATE_DIR (${folder}) is in use by another process.`);
  first.process.kill('SIGKILL');
  await first.ended;
  const next = await start();
  expect(await next.stop()).toBe(0);
  expect(readdirSync(folder)).toEqual([]); // the lock went with it, and nobody watches anything
});

it.concurrent('forget erases what is kept of a person, while no txnbot runs there', async (test) => {
  const { slack, service, answers, start } = await createStandIns(test);
  const folder = temporaryFolder(test);
  const env = { ...botSettings(slack, service), STATE_DIR: folder };
  const bot = await start('http', env);
  for (const userId of [personId, otherPersonId])
    await slack.sendCommand({ command: '/txn', text: 'watch GARO-5p1d6w8', userId });
  await waitFor(() => expect(answers().filter(({ text }) => text.startsWith('Watching'))).toHaveLength(2));
  expect(await forget(env, personId)).toEqual({
    status: 1,
    said: `txnbot cannot forget: STATE_DIR (${folder}) is in use by another process.`,
  });
  await bot.stop();
  expect((await forget(env, 'amara')).status).toBe(1);
  expect((await forget(env)).status).toBe(1);
  expect(await forget(env, personId)).toEqual({
    status: 0,
    said: `Erased what was kept of ${personId}: 1 watches, 0 batches.`,
  });
  const kept = readFileSync(path.join(folder, 'watches.json'), 'utf8');
  expect(kept).not.toContain(personId);
  expect(kept).toContain(otherPersonId);
});
