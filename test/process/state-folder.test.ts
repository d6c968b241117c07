import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { workspace } from 'slack-sandbox';
import { expect, it, type TestContext } from 'vitest';
import { botSettings } from '../run-sandbox/bot-settings.ts';
import { createStandIns, type StandIns } from '../support/stand-ins.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

async function prepare(test: TestContext) {
  const folder = temporaryFolder(test);
  const standIns = await createStandIns(test);
  const env = { STATE_DIR: folder, WATCH_SCHEDULE: '1s' };
  return {
    ...standIns,
    folder,
    start: () => standIns.start('http', env),
    forget: (...person: string[]) => forget(standIns, folder, person),
  };
}

/** As an operator does, with the bot's own settings. */
function forget({ slack, service }: Pick<StandIns, 'slack' | 'service'>, folder: string, person: readonly string[]) {
  const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
  const env = { ...botSettings(slack, service), STATE_DIR: folder };
  return new Promise<{ status: unknown; said: string }>((resolve) => {
    execFile(process.execPath, [main, 'forget', ...person], { env }, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, said: stdout.trim() + stderr.trim() }),
    );
  });
}

async function watch({ slack, answers }: Pick<StandIns, 'slack' | 'answers'>, text: string, userId: string) {
  await slack.sendCommand({ command: '/txn', text, userId });
  await slack.pressButton({ messageId: answers().at(-1)?.id ?? '', actionId: 'txn:watch', userId });
  await waitFor(() => expect(answers().at(-1)?.text).toMatch(/^Watching/));
}

it.concurrent('a folder that another process holds is a reason not to start, and free as soon as that one is dead', async (test) => {
  const { folder, start } = await prepare(test);
  const first = await start();
  await expect(start()).rejects.toThrow(`STATE_DIR (${folder}) is in use by another process.`);
  first.process.kill('SIGKILL');
  await first.ended;
  const next = await start();
  expect(await next.stop()).toBe(0);
  expect(readdirSync(folder)).toEqual(['history-key.json']); // the lock went with it, and nobody asked anything
});

it.concurrent('forget erases what is kept of a person, while no txnbot runs there', async (test) => {
  const prepared = await prepare(test);
  const { folder, start, forget } = prepared;
  const bot = await start();
  await watch(prepared, 'GARO-5p1d6w8', workspace.personId);
  await watch(prepared, 'GARO-2x9f4t7', workspace.personId);
  await watch(prepared, 'GARO-5p1d6w8', workspace.otherPersonId);
  expect(await forget(workspace.personId)).toEqual({
    status: 1,
    said: `txnbot cannot forget: STATE_DIR (${folder}) is in use by another process.`,
  });
  await bot.stop();
  expect((await forget('amara')).status).toBe(1);
  expect((await forget()).status).toBe(1);
  expect(await forget(workspace.personId)).toEqual({
    status: 0,
    said: `Erased what was kept of ${workspace.personId}: 2 watches, 0 batches, 4 answers to them.`,
  });
  for (const name of ['watches.json', 'history.json']) {
    const kept = readFileSync(path.join(folder, name), 'utf8');
    expect(kept).not.toContain(workspace.personId);
    expect(kept).toContain(workspace.otherPersonId);
  }
});
