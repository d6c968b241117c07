import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkMessage, checkView } from 'slack-sandbox';
import { expect, it } from 'vitest';
import { clickables, textFields } from '../buttons/clickables.ts';
import { readDrawnButtons } from '../buttons/drawn-buttons.ts';
import { allSamples, type Sample } from './samples.ts';

const all = await allSamples();
const sent = all.map((sample) => sample.sent);

function breachesOf({ sent }: Sample): readonly string[] {
  if ('view' in sent) return checkView({ ...sent.view }, sent.view.type === 'home' ? 'home' : 'modal').breaches;
  // As if a thread read it for one person alone: whom a message may name is tried where it is sent.
  return checkMessage({ ...sent.message, thread_ts: '1.0' }, true).breaches;
}

it('are all taken by Slack, and each has words for a notification', () => {
  const breaches = all.flatMap((sample) => breachesOf(sample).map((breach) => `${sample.kind}: ${breach}`));
  expect(breaches).toEqual([]);
});

const kinds = (from: unknown) => new Set([...clickables(from), ...textFields(from)].flatMap(({ routes }) => routes));

it('have every kind of button that this version and those before it drew', () => {
  const drawn = [...readDrawnButtons().values()];
  expect(kinds(drawn).size).toBeGreaterThan(15);
  // Only a Try Again draws it now.
  const known = kinds(sent).add('txn:share-all');
  expect([...kinds(drawn)].filter((kind) => !known.has(kind))).toEqual([]);
});

it('have every button, field and window that a door is declared for', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const declared = files.flatMap((file) =>
    [
      ...readFileSync(path.join('src', file), 'utf8').matchAll(
        /(?:routes\.(?:action|options|view)|click)\(\s*'([^']+)'/g,
      ),
    ].map(([, id = '']) => id),
  );
  const callbacks = [...JSON.stringify(sent).matchAll(/"callback_id":"([^"]+)"/g)].map(([, id = '']) => id);
  expect(declared.length).toBeGreaterThan(15);
  const known = new Set([...kinds(sent), ...callbacks]);
  expect(declared.filter((id) => !known.has(id))).toEqual([]);
});
