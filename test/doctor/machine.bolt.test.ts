import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from 'slack-sandbox';
import { expect, it } from 'vitest';
import { auditLog, clock, ports, stateFolder } from '../../src/doctor/surroundings.ts';
import { lockFolder } from '../../src/store/state-folder.ts';
import { createExamined } from '../support/examine.ts';
import { answering, startServer } from '../support/http-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('names what is set, directly or by a file, and no value', async (test) => {
  const { examineConfiguration } = await createExamined(test);
  const file = path.join(temporaryFolder(), 'key');
  writeFileSync(file, 'canary-key');
  const lines = examineConfiguration({ AUDIT_HASH_KEY_FILE: file, CURRENCY: 'NGN', ALLOWED_USERS: 'U0ANN' });
  expect(lines).toEqual([
    expect.stringMatching(/^ok Of people, STATE_DIR keeps .* for 48 h at most, and memory .* for 24 h\.$/),
    expect.stringMatching(/^ok Set: SLACK_BOT_TOKEN, .*AUDIT_HASH_KEY, CURRENCY\. The others have their defaults\.$/),
  ]);
  expect(lines.join()).not.toMatch(/canary|NGN/);
});

it('finds ports free, and afterwards too; HTTP mode says which URL to enter', async (test) => {
  const { examine } = await createExamined(test);
  const port = await freePort();
  const lines = [
    expect.stringMatching(/^note HTTP mode: the app's settings need the request URL https:\/\/<host>\/slack\/events/),
    `ok Port ${port} is free for Slack's requests.`,
    'ok Port 0 is free for health and metrics.',
  ];
  for (const _time of [1, 2]) expect(await examine(ports, { PORT: String(port) })).toEqual(lines);
  const server = await startServer(answering(200, {}));
  test.onTestFinished(() => server.close());
  const taken = new URL(server.url).port;
  expect(await examine(ports, { PORT: taken })).toContain(
    `note Port ${taken} is in use. → If not by a txnbot that runs, set PORT to another one.`,
  );
});

it('finds a folder and an audit log that can be used, there or not yet, and leaves them as they were', async (test) => {
  const { examine } = await createExamined(test);
  const folder = temporaryFolder();
  const [state, log] = [path.join(folder, 'state'), path.join(folder, 'audit.log')];
  const lines = async () => [
    ...(await examine(stateFolder, { STATE_DIR: state })),
    ...(await examine(auditLog, { AUDIT_LOG: log })),
  ];
  const usable = ['ok The folder of STATE_DIR can be used.', 'ok The file of AUDIT_LOG can be used.'];
  expect(await lines()).toEqual(usable);
  expect(readdirSync(folder)).toEqual([]);
  mkdirSync(state);
  writeFileSync(log, 'a line\n');
  expect(await lines()).toEqual(usable);
  expect([readdirSync(state), readFileSync(log, 'utf8')]).toEqual([[], 'a line\n']);
  const unlock = await lockFolder(state);
  const held = readdirSync(state);
  expect(await lines()).toContainEqual(expect.stringContaining('note A txnbot that runs has the folder of STATE_DIR.'));
  expect(readdirSync(state)).toEqual(held);
  await unlock();
});

const hourMs = 60 * 60_000;

it.for([
  [
    'http',
    hourMs,
    /^PROBLEM This .* 3(?:59\d|60\d) seconds behind Slack's\. → Let the clock be set by NTP: Slack's signatures/,
  ],
  ['http', -hourMs, /^PROBLEM This machine's clock is 3(?:59\d|60\d) seconds ahead of Slack's\./],
  ['socket', hourMs, /^note This machine's clock is \d+ seconds behind Slack's\. →/],
  ['http', 120_000, /^note This machine's clock is 1(?:1\d|20) seconds behind Slack's\./],
] as const)(
  'compares the clock in %s mode with Slack’s, which is off by %d ms',
  async ([mode, aheadMs, line], test) => {
    const { examine } = await createExamined(test, { mode });
    const date = new Date(Date.now() + aheadMs).toUTCString();
    const server = await startServer(answering(200, { ok: true, team_id: 'T0HERE' }, { date }));
    test.onTestFinished(() => server.close());
    expect(await examine(clock, { SLACK_API_URL: `${server.url}/api` })).toEqual([expect.stringMatching(line)]);
  },
);
