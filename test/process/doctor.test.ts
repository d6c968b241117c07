import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from 'slack-sandbox';
import { expect, it } from 'vitest';
import { botSettings } from '../run-sandbox/bot-settings.ts';
import { linesOf } from '../support/examine.ts';
import { startOptions } from '../support/files-at-start.ts';
import { createStandIns } from '../support/stand-ins.ts';

function run(args: readonly string[], env: Record<string, string>) {
  // Where no `.env` of a developer's is.
  const options = { env: { PATH: process.env.PATH ?? '', ...env }, cwd: tmpdir() };
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

const found = 'GARO-8f3k2j1';
/** With the options of `npm start`, which every Node that it runs on must know. */
const entryPoint = [...startOptions, path.resolve('dist/main.js')];

it.concurrent('a process of the doctor finds no problem where all is well, beside the bot that runs', async (test) => {
  const { slack, service, start } = await createStandIns(test);
  const ports = { HEALTH_PORT: String(await freePort()), HEALTH_HOST: '127.0.0.1' };
  await start('socket', ports);
  const env = { ...botSettings(slack, service, 'socket'), ...ports };
  const { code, stdout, stderr } = await run([...entryPoint, 'check', '--reference', found], env);
  expect(stderr).toBe('');
  expect(linesOf(stdout, 'ports').at(-1)).toMatch(
    /^note Port \d+ is in use\. → If not by a txnbot that runs/,
  );
  expect(linesOf(stdout, 'look-up')).toEqual([`ok ${found} was found.`]);
  expect(stdout).toContain('\nProblems: 0.');
  expect(code).toBe(0);
  expect(slack.sockets).toHaveLength(1);
});

it.concurrent('every message is judged with the bot token alone', async (test) => {
  const { slack, service } = await createStandIns(test);
  const { SLACK_BOT_TOKEN = '', SLACK_API_URL = '' } = botSettings(slack, service);
  const fromSources = [
    '--import',
    import.meta.resolve('tsx'),
    path.resolve('test/messages/validate.ts'),
  ];
  const validate = () => run(fromSources, { SLACK_BOT_TOKEN, SLACK_API_URL });
  expect(await validate()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Slack judged \d{3} messages/),
  });
  slack.setFailure('blocks.validate', { error: 'invalid_message' }, 1);
  expect(await validate()).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Slack refuses "'),
  });
  expect(new Set(slack.requests)).toEqual(new Set(['blocks.validate']));
});
