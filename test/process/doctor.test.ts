import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import { botSettings } from '../run-sandbox/bot-settings.ts';
import { linesOf } from '../support/examine.ts';
import { createStandIns } from '../support/stand-ins.ts';

interface Ended {
  code: number | string | null | undefined;
  stdout: string;
  stderr: string;
}

function run(
  args: readonly string[],
  env: Record<string, string>,
  place: { cwd?: string; uid?: number } = { cwd: tmpdir() }, // where no `.env` of a developer's is
): Promise<Ended> {
  const options = { env: { PATH: process.env.PATH ?? '', ...env }, ...place };
  return new Promise((resolve) => {
    execFile(process.execPath, [...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

const instruction = (name: string): unknown => {
  const [, value = ''] = new RegExp(`^${name} (\\[.*\\])$`, 'm').exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  return JSON.parse(value);
};

/** Where tests keep the machine busy, a process needs seconds to load. */
const patiently = ['--within', '300'];
/** As `docker run … txnbot check` starts it. */
const entryPoint = ['--max-semi-space-size=8', path.resolve('dist/main.js')];

it('the image runs the bundle, with what follows its name as arguments', () => {
  expect(instruction('ENTRYPOINT')).toEqual(['node', '--max-semi-space-size=8', 'main.js']);
  expect(instruction('CMD')).toEqual([]);
});

it('the image compiles with the options that it starts with, as what was compiled is found by them', () => {
  const started = `node ${entryPoint[0]} `;
  const [, compiled] =
    /NODE_COMPILE_CACHE=\S+ (node .*?)\/app\/main\.js/.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  expect(compiled).toBe(started);
});

describe.concurrent.each(['http', 'socket'] as const)('in %s mode', (mode) => {
  it('finds no problem where all is well, also beside the bot that runs', async (test) => {
    const { slack, service, start } = await createStandIns(test);
    const ports = { PORT: String(await freePort()), HEALTH_PORT: String(await freePort()), HEALTH_HOST: '127.0.0.1' };
    const env = { ...botSettings(slack, service, mode), ...ports };
    const before = await run([...entryPoint, 'check', ...patiently], env);
    expect(before.stderr).toBe('');
    expect(linesOf(before.stdout, 'ports').at(-1)).toMatch(/^ok Port \d+ is free for health and metrics\.$/);
    expect(before).toMatchObject({ code: 0, stdout: expect.stringContaining('\nNo problem was found.') });
    expect(slack.connectedSockets).toBe(0);

    await start(mode, ports);
    const beside = await run([...entryPoint, 'check', '--reference', 'GARO-8f3k2j1', ...patiently], env);
    expect(linesOf(beside.stdout, 'ports').at(-1)).toMatch(/^note Port \d+ is in use\. → If not by a txnbot that runs/);
    expect(linesOf(beside.stdout, 'look-up')).toEqual(['ok GARO-8f3k2j1 was found.']);
    expect(beside.code).toBe(0);
    expect(slack.connectedSockets).toBe(mode === 'socket' ? 1 : 0);
    expect(slack.breaches).toEqual([]);
  });
});

describe.concurrent('a process of the doctor', () => {
  it('ends with 1 when something is wrong, having tried all else', async (test) => {
    const { slack, service } = await createStandIns(test);
    const env = { ...botSettings(slack, service), PORT: '0', HEALTH_PORT: '0', TRANSFER_API_TOKEN: 'canary-token' };
    const { code, stdout } = await run([...entryPoint, 'check', ...patiently], env);
    expect(code).toBe(1);
    expect(linesOf(stdout, 'bank list')).toEqual([expect.stringContaining('does not take TRANSFER_API_TOKEN')]);
    expect(linesOf(stdout, 'blocks')).toEqual([expect.stringMatching(/^ok Slack takes the current form/)]);
    expect(stdout).not.toContain('canary');
  });

  it('says what its user may not write', async (test) => {
    const { slack, service } = await createStandIns(test);
    const folder = mkdtempSync(path.join(tmpdir(), 'txnbot-'));
    const closed = path.join(folder, 'closed');
    const file = path.join(closed, 'audit.log');
    mkdirSync(closed);
    writeFileSync(file, '', { mode: 0o444 });
    chmodSync(closed, 0o555);
    test.onTestFinished(() => {
      chmodSync(closed, 0o755);
      rmSync(folder, { recursive: true });
    });
    // Root may write everywhere, and others may not read what is root's.
    const isRoot = process.getuid?.() === 0;
    chmodSync(folder, 0o755);
    cpSync('dist', path.join(folder, 'dist'), { recursive: true });
    copyFileSync('package.json', path.join(folder, 'package.json'));
    const linesWith = async (changes: Record<string, string>) => {
      const env = { ...botSettings(slack, service), PORT: '0', HEALTH_PORT: '0', ...changes };
      const place = { cwd: folder, ...(isRoot ? { uid: 65_534 } : {}) };
      const { code, stdout } = await run([path.join(folder, 'dist/main.js'), 'check', ...patiently], env, place);
      return { code, auditLog: linesOf(stdout, 'audit log'), stateFolder: linesOf(stdout, 'state folder') };
    };
    const refused = await linesWith({ AUDIT_LOG: file, STATE_DIR: closed });
    expect(refused).toEqual({
      code: 1,
      auditLog: [expect.stringMatching(/^PROBLEM The file of AUDIT_LOG cannot be appended to \(EACCES\)\./)],
      stateFolder: [expect.stringMatching(/^PROBLEM The folder of STATE_DIR cannot be used \(EACCES\)\./)],
    });
    const { auditLog } = await linesWith({ AUDIT_LOG: path.join(closed, 'another.log') });
    expect(auditLog).toEqual([
      expect.stringMatching(/^PROBLEM The file of AUDIT_LOG is not there, and cannot be made \(EACCES\)\./),
    ]);
  });
});

it.concurrent('every message is judged with the bot token alone', async (test) => {
  const { slack, service } = await createStandIns(test);
  const { SLACK_BOT_TOKEN = '', SLACK_API_URL = '' } = botSettings(slack, service);
  const fromSources = ['--import', import.meta.resolve('tsx'), path.resolve('test/messages/validate.ts')];
  const validate = () => run(fromSources, { SLACK_BOT_TOKEN, SLACK_API_URL }, { cwd: tmpdir() });
  expect(await validate()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Slack judged \d{3} messages/) });
  slack.setFailure('blocks.validate', { error: 'invalid_message' }, 1);
  expect(await validate()).toMatchObject({ code: 1, stdout: expect.stringContaining('Slack refuses "') });
  expect(new Set(slack.requests)).toEqual(new Set(['blocks.validate']));
});
