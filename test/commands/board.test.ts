import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reply } from '../../src/blocks/blocks.ts';
import { inquire, type Reader, type Resources } from '../../src/command.ts';
import { boardCsvInquiry, boardInquiry } from '../../src/commands/board.ts';
import type { Transaction } from '../../src/transfer-service/fields.ts';
import { type Row, requeryRow } from '../../src/transfers/row.ts';
import { type Audience, asker, places } from '../support/asker.ts';
import { resourcesFor, runCommand } from '../support/services.ts';
import { shownLines } from '../support/shown.ts';
import { recordOf } from '../transfers/serve-transfers.ts';

const nowMs = Date.UTC(2026, 0, 31, 12);
const minuteMs = 60_000;
/** Nothing answers there: the board looks nothing up. */
const nowhere = 'http://127.0.0.1:9';

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs, toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

/** What amara and bisi share. */
function open(env: Record<string, string> = {}) {
  const resources = resourcesFor(nowhere, env);
  const { known, watches } = resources.services;
  return {
    resources,
    see: (row: Row) => known.recall([row], { personId: 'U0BISI' }),
    takeOn: (reference: string) =>
      known.assign(
        { id: reference, personId: 'U0AMARA', name: 'amara', atMs: Date.now() },
        undefined,
      ),
    watch: (reference: string) =>
      watches.begin({ reference, status: 'pending' }, { ...asker, personId: 'U0BISI' }),
  };
}

const record = (reference: string, status: string, minutesAgo: number, more: Transaction = {}) => {
  const createdAt = nowMs - minutesAgo * minuteMs;
  return recordOf({ reference, status, createdAt, ...more });
};

function readerOf(personId: string, audience: Audience = 'asker'): Reader {
  const { slash: syntax } = resourcesFor(nowhere).presentation.names;
  return { asker: { ...asker, personId }, place: places[audience], canShare: true, syntax };
}

const draw = (resources: Resources, personId: string, audience?: Audience) =>
  inquire(boardInquiry, undefined, readerOf(personId, audience), resources);

/** The cells of the board's table, row by row. */
function cellsOf({ blocks }: Reply): string[][] {
  for (const block of blocks)
    if (block.type === 'data_table' || block.type === 'table')
      return block.rows.map((row) => row.map((cell) => ('text' in cell ? String(cell.text) : '')));
  return [];
}

it('the board lists assigned or watched transactions last seen open, oldest first', async () => {
  const { resources, see, takeOn, watch } = open();
  await see(record('GARO-1new', 'pending', 8, { id: '1' }));
  await see(record('GARO-2old', 'failed', 192, { id: '2' }));
  await see(requeryRow('2', answerOf({ status: 'SUCCESSFUL' })));
  await see(record('GARO-3done', 'successful', 500, { id: '3' }));
  await see(record('GARO-4else', 'pending', 500, { id: '4' }));
  for (const reference of ['GARO-2old', 'GARO-3done', 'GARO-5lost']) await takeOn(reference);
  for (const reference of ['GARO-1new', 'GARO-2old']) await watch(reference);

  const bank = '000013';
  const at = '31 Jan, 12:00 PM';
  const reply = await draw(resources, 'U0BISI');
  expect(cellsOf(reply).slice(1)).toEqual([
    [`✕ Failed, ${at}`, 'GARO-2old', '3 h 12 min', bank, `SUCCESSFUL (disagrees), ${at}`, 'amara'],
    [`◷ Pending, ${at}`, 'GARO-1new', '8 min', bank, '–', '–'],
    ['not seen lately', 'GARO-5lost', '–', '–', '–', 'amara'],
  ]);
  expect(reply.text).toContain(
    '3 open: 1 disagrees with its requery · 1 pending · 1 not seen lately · 1 with nobody on it',
  );
  expect(reply.text).toContain(`requery SUCCESSFUL (disagrees), ${at} · amara is on it`);
  expect(shownLines(reply)).toContain(
    "*Don't resend from this list: check each one first. 1 disagrees with its requery.*",
  );
});

it('the board says "you" to the assignee, and names nobody in a channel', async () => {
  const { resources, see, takeOn } = open();
  const row = record('GARO-1', 'pending', 8, { id: '1' });
  const other = answerOf({ status: 'SUCCESSFUL', reference: 'OTHER-1a2b3c4' });
  await see({ ...row, requeried: requeryRow('1', other, row.transaction) });
  await takeOn('GARO-1');
  const own = cellsOf(await draw(resources, 'U0AMARA'))[1];
  expect(own?.at(-1)).toBe('you');
  expect(own?.at(-2)).toContain('answered about another refere');

  const shared = await draw(resources, 'U0AMARA', 'channel');
  expect(cellsOf(shared)[0]).not.toContain('Who is on it');
  expect(JSON.stringify(shared)).not.toMatch(/amara|other-1/i);
});

describe('of more than a table holds', () => {
  it.each([
    [26, '1 more in the CSV'],
    [30, '5 more in the CSV'],
  ])(
    'the board of %i transactions shows and checks 25, and its CSV has all',
    async (count, left) => {
      const { resources, see, takeOn } = open();
      for (let at = 0; at < count; at += 1) {
        await see(record(`GARO-${at}`, 'pending', count - at));
        await takeOn(`GARO-${at}`);
      }
      const reply = await draw(resources, 'U0BISI');
      expect(cellsOf(reply)).toHaveLength(26);
      expect(shownLines(reply).join('\n')).toContain(left);
      expect(shownLines(reply).join('\n')).toContain('[Check the Oldest 25 Again]');

      const { file } = await inquire(boardCsvInquiry, {}, readerOf('U0BISI'), resources);
      expect(file?.name).toBe('open-2026-01-31.csv');
      const [head, first, ...others] = String(file?.content).trim().split('\r\n');
      expect(head).toContain('"reference","status","seenAt","age","createdAt","bank"');
      expect(first).toContain(`"GARO-0","Pending","2026-01-31T12:00:00Z","${count} min"`);
      expect(others).toHaveLength(count - 1);
    },
  );

  it('the board shows fewer rows where the references are long', async () => {
    const { resources, takeOn } = open();
    for (let at = 0; at < 25; at += 1) await takeOn(`${at}${'-A-long-reference'.repeat(11)}`);
    const reply = await draw(resources, 'U0BISI');
    expect(cellsOf(reply).length).toBeGreaterThan(20);
    expect(shownLines(reply).join('\n')).toContain('[Check the Oldest 10 Again]');
    expect(JSON.stringify(reply.blocks).length).toBeLessThan(12_000);
  });
});

it('the board says that some may be final where no status is remembered', async () => {
  const { resources, see, takeOn } = open({ REMEMBER_HOURS: '0' });
  await see(record('GARO-1', 'successful', 8));
  await takeOn('GARO-1');
  expect(shownLines(await draw(resources, 'U0BISI')).at(-1)).toBe(
    '~ I remember no statuses here: some may be final by now',
  );
});

it('the board has lines in a modal, where Slack allows no table', async () => {
  const { resources, see, takeOn } = open();
  await see(record('GARO-1', 'pending', 8));
  await takeOn('GARO-1');
  const reader = { ...readerOf('U0BISI'), isInWindow: true };
  const reply = await inquire(boardInquiry, undefined, reader, resources);
  expect(shownLines(reply)).toContain(
    '`GARO-1` · ◷ Pending, 31 Jan, 12:00 PM · 8 min · 000013 · amara is on it',
  );
});

it.each(['open', 'what is open?', "what's still open", 'show me what is open', 'all open ones'])(
  'the board is asked for by %s',
  async (text) => {
    const { resources } = open();
    const reply = await runCommand({ name: 'txn' }, text, readerOf('U0BISI'), resources);
    expect(reply.text).toMatch(/^Nothing is open/);
  },
);

it.each([
  ['txn', ''],
  ['tsq', 'session id: '],
] as const)(
  'a session id behind /%s offers the transaction that was lately shown with it',
  async (name, label) => {
    const { resources, see } = open();
    const session = '100004240926153311119822107551';
    await see(record('GARO-1', 'pending', 8, { sessionId: session }));
    vi.setSystemTime(nowMs + 20 * minuteMs);
    const ask = (text: string) => runCommand({ name }, text, readerOf('U0AMARA'), resources);

    const found = await ask(`${label}${session}`);
    expect(shownLines(found)).toEqual([
      `Session \`${session}\` is \`GARO-1\`, looked up 20 min ago.`,
      '[Look Up GARO-1] txn:run:30 "GARO-1"',
    ]);
    const other = await ask(`${label}${session.replace(/1$/, '2')}`);
    expect(shownLines(other)).toEqual([
      "I can't look up session ids: ask for the payment's reference.",
    ]);
  },
);

it('a session id behind /txn does not hide what else was not looked up', async () => {
  const { resources, see } = open();
  const session = '100004240926153311119822107551';
  await see(record('GARO-1', 'pending', 8, { sessionId: session }));
  const reader = readerOf('U0AMARA');
  const reply = await runCommand({ name: 'txn' }, `${session} 08012345678`, reader, resources);
  expect(reply.text).toContain('`••5678` looks like an account or a phone number.');
  expect(reply.text).toContain(`Session \`${session}\` is \`GARO-1\``);

  const requery = await runCommand({ name: 'tsq' }, `${session} 0803 555 0142`, reader, resources);
  expect(requery.text).toContain('looks like a phone number');
  expect(requery.text).toContain(`Session \`${session}\` is \`GARO-1\``);
});

function answerOf(payload: unknown) {
  return { success: true, message: '', rest: {}, withheld: [], transaction: undefined, payload };
}
