import { checkMessage, checkView } from 'slack-sandbox';
import { beforeAll, expect, it, vi } from 'vitest';
import { version } from '../../src/text.ts';
import { clickables } from '../support/clickables.ts';
import { doorNames } from '../support/doors.ts';
import { shownLines } from '../support/shown.ts';
import { budgets, overOf, readable } from './measure.ts';
import { atMs } from './sample-service.ts';
import { allSamples, type Sample } from './samples.ts';

/** Buttons that messages of version 0.3 have, and none of today's. */
const olderDoors = ['action txn:requery', 'action txn:note-both', 'action tsq:requery-all'];

/** Kinds that are over their budget. Remove a kind once it is within; add none. */
const stillOver = {
  'watches, several begun': ['words 42/40'], // one of them looks final
  'batch, offered for each column': ['words 52/40', 'buttons 4/2'], // a button for each
};

let samples: readonly Sample[];
beforeAll(async () => {
  vi.setSystemTime(atMs);
  samples = await allSamples();
  vi.useRealTimers();
});

it('every kind of message and window is within its budget', () => {
  const over = samples.flatMap(({ kind, blocks, budget }) => {
    const figures = overOf(blocks, budgets[budget]);
    return figures.length > 0 ? [[kind, figures]] : [];
  });
  expect(Object.fromEntries(over)).toEqual(stillOver);
});

it('every message is as recorded in messages.txt', async () => {
  const shown = samples.flatMap(({ kind, form, audience, blocks }) =>
    form === 'current'
      ? [[`# ${kind} (${audience})`, ...shownLines({ text: '', blocks })].join('\n')]
      : [],
  );
  const ownId = /(?<=batch:run )\S+/g; // of a list
  const text = shown.join('\n\n').replace(ownId, '…').replaceAll(`version ${version}`, 'version …');
  await expect(`${text}\n`).toMatchFileSnapshot('messages.txt');
});

it("no message has the program's name, as an installation may call the bot anything", () => {
  const named = samples.filter(({ sent }) => /txnbot/i.test(JSON.stringify(sent)));
  expect(named.map(({ kind }) => kind)).toEqual([]);
});

it("a message's first line is its notification, but for three kinds", () => {
  const differing = samples.flatMap(({ kind, blocks, sent }) => {
    if (!('message' in sent)) return [];
    const [line = '', told = ''] = [shownLines({ text: '', blocks })[0], sent.message.text].map(
      (text = '') => readable(text.split('\n')[0] ?? '').replace(/^# |\*/g, ''),
    );
    // A header takes no code to copy: the reference stands below it.
    if (blocks[0]?.type === 'header' && told.startsWith(`${line} · \``)) return [];
    // A lock screen shows the answer.
    if (line.startsWith('~ read as ')) return [];
    // Nor does it show a person's name.
    if (
      kind.startsWith('watch told') &&
      /^ (?:to|from) /.test(line.slice(told.length)) &&
      line.startsWith(told)
    )
      return [];
    return line === told ? [] : [[kind, line, told]];
  });
  expect(differing).toEqual([]);
});

function breachesOf({ sent }: Sample): readonly string[] {
  if ('view' in sent)
    return checkView({ ...sent.view }, sent.view.type === 'home' ? 'home' : 'modal').breaches;
  // As if a thread read it for one person alone: whom a message may name is tried where it is sent.
  return checkMessage({ ...sent.message, thread_ts: '1.0' }, true).breaches;
}

it("Slack takes every message and modal, and each has a notification's text", () => {
  const breaches = samples.flatMap((sample) =>
    breachesOf(sample).map((breach) => `${sample.kind}: ${breach}`),
  );
  expect(breaches).toEqual([]);
});

it('the samples show every button, field and window that has a route', () => {
  const sent = samples.map((sample) => sample.sent);
  const callbacks = [...JSON.stringify(sent).matchAll(/"callback_id":"([^"]+)"/g)].map(
    ([, id = '']) => id,
  );
  const known = new Set([...clickables(sent).flatMap(({ routes }) => routes), ...callbacks]);
  const doors = doorNames.filter((name) => /^(?:action|options|view) /.test(name));
  expect(doors.filter((name) => !known.has(name.split(' ')[1] ?? '')).sort()).toEqual(
    olderDoors.sort(),
  );
});
