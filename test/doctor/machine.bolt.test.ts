import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, watch, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { freePort } from 'slack-sandbox';
import { describe, expect, it, type TestContext } from 'vitest';
import { Environment } from '../../src/config/config.ts';
import { auditLog, clock, configuration, ports, stateFolder } from '../../src/doctor/machine.ts';
import { createEvents } from '../../src/events.ts';
import { createHealthServer, serverPort } from '../../src/ops/health.ts';
import { createMetrics } from '../../src/ops/metrics.ts';
import { lockFolder } from '../../src/store/folder-lock.ts';
import { version } from '../../src/version.ts';
import { createExamined } from '../support/examine.ts';
import { answering, startServer } from '../support/http-server.ts';
import { runApp } from '../support/run-app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const notIn = (port: string, variable = 'PORT') =>
  `PROBLEM Port ${port} is in use, and not by a txnbot. → Set ${variable} to another one.`;

/** Something that answers everybody alike, until the test ends. */
async function answerer(test: TestContext, ...answer: Parameters<typeof answering>): Promise<string> {
  const server = await startServer(answering(...answer));
  test.onTestFinished(() => server.close());
  return server.url;
}

it('a value comes from the environment, from files, and by default', async (test) => {
  const { examine, env } = await createExamined(test);
  const file = path.join(temporaryFolder(), 'key');
  writeFileSync(file, 'canary-key');
  const lines = await examine(configuration, { AUDIT_HASH_KEY_FILE: file, CURRENCY: 'NGN' });
  const [fromEnvironment = '', fromFiles, byDefault, ...rest] = lines;
  expect(fromEnvironment).toMatch(/^ok From the environment: SLACK_BOT_TOKEN, .*\bCURRENCY\b/);
  for (const name of Object.keys(env)) expect(fromEnvironment).toContain(name);
  expect(fromFiles).toBe('ok From files: AUDIT_HASH_KEY.');
  const others = Object.keys(Environment.shape).length - fromEnvironment.split(', ').length - 1;
  expect(byDefault).toBe(`ok By default: the other ${others}.`);
  expect(rest).toEqual([]);
  expect(lines.join()).not.toMatch(/canary|NGN/);
});

describe('the ports', () => {
  it('are free, and afterwards too; HTTP mode says which URL to enter', async (test) => {
    const { examine } = await createExamined(test);
    const port = String(await freePort());
    const lines = [
      expect.stringMatching(/^note HTTP mode: the app's settings want https:\/\/<host>\/slack\/events as request URL/),
      `ok Port ${port} is free for Slack's requests.`,
      'ok A free port is found for health and metrics.',
    ];
    expect(await examine(ports, { PORT: port })).toEqual(lines);
    expect(await examine(ports, { PORT: port })).toEqual(lines);
  });

  it('are in use by somebody else', async (test) => {
    const { examine } = await createExamined(test);
    const other = createServer((socket) => socket.destroy()).listen(0);
    await once(other, 'listening');
    test.onTestFinished(() => void other.close());
    const port = String(serverPort(other));
    expect(await examine(ports, { PORT: port })).toContain(notIn(port));
  });

  it('are in use by a running txnbot, which is no problem and logs nothing of it', async (test) => {
    const { examine, slack, service } = await createExamined(test);
    const app = await runApp({ slack, transferApi: service });
    test.onTestFinished(() => app.stop());
    const lines = app.log.entries().length;
    const { port } = new URL(app.requestUrl);
    const healthPort = String(await freePort());
    expect((await examine(ports, { PORT: port, HEALTH_PORT: healthPort })).slice(1)).toEqual([
      `ok Port ${port} is in use, and a txnbot answers there.`,
      `ok Port ${healthPort} is free for health and metrics.`,
    ]);
    expect(app.log.entries().slice(lines)).toEqual([]);
  });

  it.for([
    [200, {}],
    [404, {}],
    [302, { location: '/' }],
  ] as const)('are in use by something that answers Slack’s requests with %d', async ([status, headers], test) => {
    const { examine } = await createExamined(test);
    const { port } = new URL(await answerer(test, status, '', headers));
    expect(await examine(ports, { PORT: port })).toContain(notIn(port));
  });

  it('are in use by the health of a txnbot, and of something else that is well', async (test) => {
    const { examine } = await createExamined(test, { mode: 'socket' });
    const metrics = createMetrics(createEvents());
    const health = createHealthServer({ isReady: () => true, metrics }).listen(0, '127.0.0.1');
    await once(health, 'listening');
    test.onTestFinished(() => void health.close());
    const at = (port: string) => examine(ports, { HEALTH_PORT: port, HEALTH_HOST: '127.0.0.1' });
    const own = String(serverPort(health));
    expect(await at(own)).toEqual([`ok Port ${own} is in use, and txnbot ${version} runs here.`]);
    const { port } = new URL(await answerer(test, 200, { status: 'ok', version }));
    expect(await at(port)).toEqual([notIn(port, 'HEALTH_PORT')]);
  });
});

describe('the state folder', () => {
  it('can be had, and is left as it was', async (test) => {
    const { examine } = await createExamined(test);
    const folder = temporaryFolder();
    const made = new Set<string | null>();
    const watcher = watch(folder, (_event, name) => made.add(name));
    test.onTestFinished(() => watcher.close());
    expect(await examine(stateFolder, { STATE_DIR: folder })).toEqual([
      'ok The folder of STATE_DIR can be locked, written and synced.',
    ]);
    await waitFor(() => expect(made).toContain(`check.json.${process.pid}`));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('can be locked, and no file can be written there', async (test) => {
    const { examine } = await createExamined(test);
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, `check.json.${process.pid}`));
    const left = readdirSync(folder);
    expect(await examine(stateFolder, { STATE_DIR: folder })).toEqual([
      'PROBLEM The folder of STATE_DIR cannot be used (EISDIR). → Name a folder that the user of txnbot may write, on a disk that is neither read-only nor full.',
    ]);
    expect(readdirSync(folder)).toEqual(left);
  });

  it('can be made, and is not; so can the file of the audit log, to which lines can be appended', async (test) => {
    const { examine } = await createExamined(test);
    const folder = path.join(temporaryFolder(), 'state');
    const log = path.join(temporaryFolder(), 'audit.log');
    expect(await examine(stateFolder, { STATE_DIR: folder })).toEqual([
      'ok The folder of STATE_DIR is not there yet, and can be made.',
    ]);
    expect(await examine(auditLog, { AUDIT_LOG: log })).toEqual([
      'ok The file of AUDIT_LOG is not there yet, and can be made.',
    ]);
    expect([existsSync(folder), existsSync(log)]).toEqual([false, false]);
    writeFileSync(log, 'a line\n');
    expect(await examine(auditLog, { AUDIT_LOG: log })).toEqual(['ok Lines can be appended to the file of AUDIT_LOG.']);
  });

  it('belongs to a txnbot that runs, and stays its', async (test) => {
    const { examine } = await createExamined(test);
    const folder = temporaryFolder();
    const unlock = await lockFolder(folder);
    const held = readdirSync(folder);
    expect(await examine(stateFolder, { STATE_DIR: folder })).toEqual([
      expect.stringContaining('note A txnbot that runs has the folder of STATE_DIR.'),
    ]);
    expect(readdirSync(folder)).toEqual(held);
    await unlock();
  });
});

describe('the clock', () => {
  const hourMs = 60 * 60_000;

  it('is not compared with that of what answers in place of Slack', async (test) => {
    const { examine } = await createExamined(test);
    for (const url of [
      await answerer(test, 503, {}),
      await answerer(test, 200, '<html>', { 'content-type': 'text/html' }),
    ])
      expect(await examine(clock, { SLACK_API_URL: `${url}/api` })).toEqual([
        'note Not tried: Slack did not say what time it is. → See bot token.',
      ]);
  });

  it.for([
    ['http', hourMs, /^PROBLEM This .* 3(?:599|600|601) seconds behind Slack's\. Slack's requests will be refused/],
    ['http', -hourMs, /^PROBLEM This machine's clock is 3(?:599|600|601) seconds ahead of Slack's\./],
    ['socket', hourMs, /^note This machine's clock is \d+ seconds behind Slack's\. → Let the clock be set by NTP\.$/],
    ['http', 120_000, /^note This machine's clock is 1(?:19|20) seconds behind Slack's\./],
  ] as const)('is off in %s mode, Slack’s by %d ms', async ([mode, aheadMs, line], test) => {
    const { examine } = await createExamined(test, { mode });
    const slack = await startServer((request, response) => {
      const date = new Date(Date.now() + aheadMs).toUTCString();
      answering(200, { ok: true, team_id: 'T0HERE' }, { date })(request, response);
    });
    test.onTestFinished(() => slack.close());
    expect(await examine(clock, { SLACK_API_URL: `${slack.url}/api` })).toEqual([expect.stringMatching(line)]);
  });
});
