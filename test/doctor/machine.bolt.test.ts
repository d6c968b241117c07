import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from 'slack-sandbox';
import { describe, expect, it, type TestContext } from 'vitest';
import { Settings } from '../../src/config/config.ts';
import { auditLog, clock, ports, stateFolder } from '../../src/doctor/surroundings.ts';
import { lockFolder } from '../../src/store/state-folder.ts';
import { createExamined } from '../support/examine.ts';
import { answering, startServer } from '../support/http-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Something that answers everybody alike, until the test ends. */
async function answerer(test: TestContext, ...answer: Parameters<typeof answering>): Promise<string> {
  const server = await startServer(answering(...answer));
  test.onTestFinished(() => server.close());
  return server.url;
}

it('names what is set, directly or by a file, and no value', async (test) => {
  const { examineConfiguration, env } = await createExamined(test);
  const file = path.join(temporaryFolder(), 'key');
  writeFileSync(file, 'canary-key');
  const lines = examineConfiguration({ AUDIT_HASH_KEY_FILE: file, CURRENCY: 'NGN' });
  const others = Object.keys(Settings.shape).length - Object.keys(env).length - 2;
  expect(lines).toEqual([
    expect.stringMatching(`^ok Set: SLACK_BOT_TOKEN, .*CURRENCY, .*AUDIT_HASH_KEY. By default: the other ${others}.$`),
    expect.stringMatching(/^ok Of people, .* in STATE_DIR, for 48 h at most, .* in memory, for 24 h\.$/),
    'note Who may ask: every member of the workspace.',
  ]);
  expect(lines.join()).not.toMatch(/canary|NGN/);
});

describe('the ports', () => {
  it('are free, and afterwards too; HTTP mode says which URL to enter', async (test) => {
    const { examine } = await createExamined(test);
    const port = String(await freePort());
    const lines = [
      expect.stringMatching(/^note HTTP mode: the app's settings want https:\/\/<host>\/slack\/events as request URL/),
      `ok Port ${port} is free for Slack's requests.`,
      'ok Port 0 is free for health and metrics.',
    ];
    for (const _time of [1, 2]) expect(await examine(ports, { PORT: port })).toEqual(lines);
  });

  it('are in use, by a txnbot or by something else', async (test) => {
    const { examine } = await createExamined(test);
    const port = new URL(await answerer(test, 200, {})).port;
    expect(await examine(ports, { PORT: port })).toContain(
      `note Port ${port} is in use. → If not by a txnbot that runs, set PORT to another one.`,
    );
  });
});

describe('the state folder', () => {
  it('can be had, and is left as it was', async (test) => {
    const { examine } = await createExamined(test);
    const folder = temporaryFolder();
    expect(await examine(stateFolder, { STATE_DIR: folder })).toEqual([
      'ok The folder of STATE_DIR can be locked and written.',
    ]);
    expect(readdirSync(folder)).toEqual([]);
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
    const url = await answerer(test, 200, '<html>', { 'content-type': 'text/html' });
    expect(await examine(clock, { SLACK_API_URL: `${url}/api` })).toEqual([
      'note Not tried: Slack did not say what time it is. → See bot token.',
    ]);
  });

  it.for([
    ['http', hourMs, /^PROBLEM This .* 3(?:59\d|60\d) seconds behind Slack's\. Slack's requests will be refused/],
    ['http', -hourMs, /^PROBLEM This machine's clock is 3(?:59\d|60\d) seconds ahead of Slack's\./],
    ['socket', hourMs, /^note This machine's clock is \d+ seconds behind Slack's\. → Let the clock be set by NTP\.$/],
    ['http', 120_000, /^note This machine's clock is 1(?:1\d|20) seconds behind Slack's\./],
  ] as const)('is off in %s mode, Slack’s by %d ms', async ([mode, aheadMs, line], test) => {
    const { examine } = await createExamined(test, { mode });
    const date = new Date(Date.now() + aheadMs).toUTCString();
    const url = await answerer(test, 200, { ok: true, team_id: 'T0HERE' }, { date });
    expect(await examine(clock, { SLACK_API_URL: `${url}/api` })).toEqual([expect.stringMatching(line)]);
  });
});
