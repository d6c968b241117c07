import { directMessageOf, workspace } from 'slack-sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../src/ops/audit.ts';
import { watchSlack } from '../support/changes.ts';
import { createDoors, type DoorName, doorNames } from '../support/doors.ts';
import { type AppWithSamples, startWithSamples } from '../support/run-with-samples.ts';
import { waitFor } from '../support/wait-for.ts';

/**
 * A line goes before whatever shows a customer's data; bank codes on the way to one, and how txnbot
 * is, are none.
 */
const unaudited: readonly DoorName[] = [
  'shortcut find_bank_code',
  'action bank:picker',
  'action txn:more-all',
  'action txn:share-all',
  'action batch:share',
  'options bank:pick',
  'event app_home_opened',
];
/** The door, the command and what is asked, as the line has them. */
const lines: Partial<Record<DoorName, string>> = {
  'command /txn': 'slash_command txn GARO-8f3k2j1',
  'command /tsq': 'slash_command tsq 12345698690885579',
  'command /bank': 'slash_command bank zenith',
  'action txn:refresh': 'txn:refresh txn GARO-8f3k2j1',
  'action txn:csv': 'txn:csv txn GARO-5p1d6w8 GARO-8f3k2j1',
  'action txn:board-csv': 'txn:board-csv txn open',
  'view txn:share-all': 'txn:share-all txn GARO-5p1d6w8 GARO-8f3k2j1',
  'action watch:stop': 'watch:stop txn GARO-8f3k2j1',
  'action txn:these': 'txn:these:0 txn GARO-8f3k2j1 12345698690885579',
  'action txn:watch-all': 'txn:watch-all txn GARO-5p1d6w8',
  'action home:stop': 'home:stop:0 txn GARO-8f3k2j1',
  'event app_mention': 'app_mention txn GARO-8f3k2j1',
  'event message': 'message txn GARO-8f3k2j1',
  'shortcut look_up_references': 'look_up_references txn GARO-8f3k2j1',
  'action bank:pick': 'bank:pick bank 000015',
  'view bank:post': 'bank:post bank 000015',
};
const data = /Jane|SUCCESSFUL|Successful|ZENITH BANK PLC|0123456789|[Ww]atching/;
/**
 * Of what somebody asked or the service answered, and where an answer goes. The stop of the app
 * looks for secrets.
 */
const inNoLogLine = /Jane|0123456789|0001479098|GARO-|ZENITH|hooks|\/(?:commands|actions|app)\/T0/;
const sentence = 'the audit log cannot be written, and nothing is answered without it.';

let app: AppWithSamples;
let isDiskFull = false;
let onLine = () => {};
let people = 0;
beforeAll(async () => {
  const audit = async ({ door }: AuditEntry) => {
    if (door !== 'batch') onLine();
    if (isDiskFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  };
  app = await startWithSamples({ audit });
  return app.stop;
});

async function prepared(name: DoorName) {
  people += 1;
  const userId = `U0PERSON${people}`;
  const use = await createDoors(app.slack, userId)[name]();
  await app.bot.inFlight.settled();
  const changes = watchSlack(app.slack);
  const files = app.slack.files.length;
  /** A list that somebody began before tells them meanwhile. */
  const isOthers = ({ channelId = '' }: { channelId?: string }) =>
    channelId.startsWith('D') && channelId !== directMessageOf(userId);
  const shown = () => {
    const said: { channelId?: string }[] = [
      ...Object.values(changes()).flat(),
      ...app.slack.files.slice(files),
    ];
    return JSON.stringify(said.filter((each) => !isOthers(each)));
  };
  const before = { lines: app.log.lines.length, audit: app.audit.length };
  const knock = async () => {
    await use();
    await waitFor(() => expect(app.log.lines.length).toBeGreaterThan(before.lines));
    await app.bot.inFlight.settled();
  };
  return { userId, isOthers, shown, knock, changes, before };
}

describe.each(doorNames)('the route %s', (name) => {
  it('writes an audit line before its answer', async () => {
    const { userId, shown, knock, before } = await prepared(name);
    const shownBefore: string[] = [];
    onLine = () => shownBefore.push(shown());
    await knock();
    onLine = () => {};
    // A list that goes on writes lines of its own.
    const written = app.audit.slice(before.audit).filter(({ door }) => door !== 'batch');
    if (unaudited.includes(name)) {
      expect(written).toEqual([]);
      return;
    }
    expect(shownBefore).toHaveLength(1);
    expect(shownBefore[0]).not.toMatch(data);
    const answer =
      /Jane|J\. D\.|Session|Requery|ZENITH|SUCCESSFUL|Successful|[Ww]atching|You(?:.re| are no longer) on|transactions-|`list\.csv`|references?:|1 requery:/;
    const outcome = name === 'action share:take-back' ? 'taken_back' : 'answered';
    // A list's message moves after the click; the answer of Take Back is that something is gone,
    // which has its own test.
    if (outcome === 'answered') await waitFor(() => expect(shown()).toMatch(answer));
    const { reference } = app.log.entries().findLast(({ msg }) => msg === 'command') ?? {};
    const { teamId: team } = workspace;
    const durationMs = expect.any(Number);
    expect(written).toMatchObject([{ team, user: userId, outcome, durationMs, reference }]);
    const [{ door, command, asked } = { door: '', command: '', asked: '' }] = written;
    if (name in lines) expect(`${door} ${command} ${asked}`).toBe(lines[name]);
  });

  it('answers only that, when its audit line cannot be written', async () => {
    const { isOthers, shown, knock, changes, before } = await prepared(name);
    isDiskFull = true;
    await knock();
    isDiskFull = false;
    expect(app.log.lines.slice(before.lines).join('')).not.toMatch(inNoLogLine);
    const { messages, views } = changes();
    const forAll = messages.filter(
      ({ visibleTo, channelId }) => !visibleTo && !channelId.startsWith('D'),
    );
    expect(forAll).toEqual([]);
    const outcome = unaudited.includes(name) ? 'answered' : 'unaudited';
    // A list that goes on has lines of its own.
    const ended = app.log.entries().findLast(({ msg }) => msg === 'command');
    expect(ended).toMatchObject({ outcome });
    if (unaudited.includes(name)) return;
    expect(ended).toMatchObject({ code: 'ENOSPC' });
    expect(shown()).toContain(sentence);
    expect(shown()).not.toMatch(data);
    const own = messages.filter((each) => !isOthers(each));
    expect(own.length + views.length).toBe(1);
  });
});

it('while the audit line cannot be written, a failure is not answered either', async () => {
  isDiskFull = true;
  await app.slack.sendCommand({ command: '/txn', text: 'GARO-0a0a0a0' });
  isDiskFull = false;
  expect(app.answers().at(-1)?.text).toContain(sentence);
  expect(app.log.entries().slice(-2)).toMatchObject([
    { outcome: 'not_found' },
    { outcome: 'unaudited' },
  ]);
});
