import { mkdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { workspace } from 'slack-sandbox';
import { describe, expect, it, vi } from 'vitest';
import { UserError } from '../../src/errors.ts';
import { watched } from '../support/run-watching.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const words = (blocks: readonly unknown[] = []) => JSON.stringify(blocks);
const watchesIn = (folder: string) => JSON.parse(readFileSync(path.join(folder, 'watches.json'), 'utf8'));

describe('a watch in the state folder', () => {
  it('is on the disk when it has begun, with what is promised and nothing else', async () => {
    const folder = temporaryFolder();
    await watched({ STATE_DIR: folder });
    expect(watchesIn(folder)).toEqual({
      version: 1,
      watches: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          reference: 'GARO-1',
          personId: workspace.personId,
          teamId: expect.any(String),
          channelId: workspace.channelId,
          begunAtMs: Date.now(),
          seen: { status: 'pending', reversedFlag: '0' },
        },
      ],
    });
  });

  it('holds no word that may be a name or a number; a change of it is told all the same, and no other', async () => {
    const STATE_DIR = temporaryFolder();
    const { app, slack, service, watch, told, pass, passUntil } = await watched({ STATE_DIR });
    service.set(['GARO-1'], { status: 'Paid to Jane Doe 0123456789', reversedFlag: 'to Jane 0123456789' });
    await watch(app, 'GARO-1');
    await pass(5 * minuteMs);
    expect(told()).toEqual([]);
    service.set(['GARO-1'], { status: 'Paid to Jane Doe 0123456780' });
    await passUntil(() => expect(told()).toHaveLength(1));
    expect(told()[0]?.text).toMatch(/^↺ `GARO-1`: a word that is not kept → Paid to Jane Doe 0123456780 after/);
    expect(readFileSync(path.join(STATE_DIR, 'watches.json'), 'utf8')).not.toMatch(/Jane|Doe|012345678/);
    await slack.sendCommand({ command: '/txn', text: 'watching' });
    expect(words(slack.messages.at(-1)?.blocks)).toContain(
      'Flagged as reversed (a word that is not kept), status a word that',
    );
  });

  it('goes on after a restart; what changed meanwhile is told within seconds, once, with the caution that it may be older', async () => {
    const STATE_DIR = temporaryFolder();
    const { app, become, start, told, pass, passUntil } = await watched({ STATE_DIR });
    await app.stop();
    vi.setSystemTime(Date.now() + 3 * hourMs);
    become('processing');
    await start({ STATE_DIR });
    await pass(20_000);
    expect(told()).toHaveLength(1);
    expect(told()[0]?.text).toMatch(/^◷ `GARO-1`: pending → processing after 3 h/);
    expect(words(told()[0]?.blocks)).toContain('after a restart: a change may be older');
    await pass(5 * minuteMs); // a busy machine may have to ask again, and says then that it restarted
    become('successful');
    await passUntil(() => expect(told()).toHaveLength(2));
    expect(words(told()[1]?.blocks)).not.toContain('restart');
    await passUntil(() => expect(watchesIn(STATE_DIR).watches).toEqual([]));
  });

  it('that has just been told is noted when the process stops; what waits for company is sent before', async () => {
    const STATE_DIR = temporaryFolder();
    const { app, service, succeed, told, passUntil } = await watched({ STATE_DIR });
    succeed();
    await passUntil(() => expect(service.asked('GARO-1')).toBe(2));
    expect(told()).toEqual([]);
    await app.stop();
    expect(told()).toHaveLength(1);
    expect(watchesIn(STATE_DIR).watches).toEqual([]);
  });

  it('cannot be begun while the disk takes nothing, and can again later; a change is told once meanwhile', async () => {
    const STATE_DIR = temporaryFolder();
    const { app, own, become, watch, told, pass, passUntil } = await watched({ STATE_DIR });
    const errors = () => app.log.entries().flatMap(({ level, msg }) => (level === 'error' ? msg : []));
    const file = path.join(STATE_DIR, 'watches.json');
    renameSync(file, `${file}.away`);
    mkdirSync(file);
    await expect(watch(app, 'GARO-2')).rejects.toThrow(UserError);
    expect(await own()).toMatchObject([{ reference: 'GARO-1' }]);
    expect(errors()).toEqual(['watches cannot be kept']);
    become('processing');
    await passUntil(() => expect(told()).toHaveLength(1));
    await pass(5 * minuteMs);
    expect(errors()[1]).toBe('watches cannot be stored: people may be notified of the same again');
    rmdirSync(file);
    renameSync(`${file}.away`, file);
    const recorded = { reference: 'GARO-1', seen: { status: 'processing' }, tellings: 1 };
    await passUntil(() => expect(watchesIn(STATE_DIR).watches).toMatchObject([recorded]));
    await passUntil(() => watch(app, 'GARO-2'));
    expect(watchesIn(STATE_DIR).watches).toHaveLength(2);
    expect(told()).toHaveLength(1);
  });
});

it.each([
  ['has no record', 404, 'over, last pending', 'No record of'],
  ['refuses', 422, 'over, last pending', 'not now'],
  ['does not answer', 500, 'over, last pending', 'says nothing about the transfer'],
  ['has the same record', 200, 'still pending', 'Watch Again'],
])('a service that %s is no change, and said at the end of the watch', async (_what, status, words, why) => {
  const { service, slack, own, told, pass, passUntil, ended } = await watched({
    WATCH_HOURS: '1',
    WATCH_SCHEDULE: '10m',
  });
  if (status === 404) service.set(['GARO-1'], undefined);
  else if (status !== 200) service.fail(status);
  await pass(58 * minuteMs);
  expect(told()).toEqual([]);
  if (status !== 500) expect([1 + 5, 1 + 6]).toContain(service.asked('GARO-1')); // by its jitter
  await passUntil(() => expect(told()).toHaveLength(1));
  expect(told()[0]?.text).toMatch(new RegExp(`GARO-1\`: ${words} after 6\\d min`));
  expect(JSON.stringify(told()[0]?.blocks)).toContain(why);
  if (status !== 500) expect(JSON.stringify(told()[0]?.blocks)).not.toContain(' late');
  await ended();
  if (status !== 200) return;
  await slack.pressButton({ messageId: told()[0]?.id ?? '', actionId: 'txn:watch' });
  await passUntil(async () => expect(await own()).toHaveLength(1));
});

it('a watch goes on when the clock is set back, and its time begins anew', async () => {
  const { own, service, succeed, told, pass, passUntil } = await watched({ WATCH_SCHEDULE: '30s' });
  vi.setSystemTime(Date.now() - 48 * hourMs);
  await pass(2 * minuteMs);
  expect(service.asked('GARO-1')).toBeGreaterThanOrEqual(2);
  expect((await own())[0]?.begunAtMs).toBeLessThanOrEqual(Date.now());
  succeed();
  await passUntil(() => expect(told()).toHaveLength(1));
});
