import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { inspectConfig } from '../../../src/config/inspect.ts';
import { sampleAsker } from '../../../src/doctor/samples/sample-asker.ts';
import { type Sample, samples } from '../../../src/doctor/samples/samples.ts';
import { clickables, textFields } from '../../buttons/clickables.ts';
import { checkMessage } from '../../sandbox/slack/check-message.ts';
import { checkView } from '../../sandbox/slack/check-view.ts';

const all = await samples(inspectConfig({}).config);

function breachesOf({ asked }: Sample): readonly string[] {
  // As if a thread read it for one person alone: whom a message may name is tried where it is sent.
  const sent = { text: `<@${sampleAsker.personId}> x`, thread_ts: '1.0' };
  if ('message' in asked) return checkMessage({ ...sent, ...asked.message }, true).breaches;
  return checkView({ ...asked.view }, asked.view.type === 'home' ? 'home' : 'modal').breaches;
}

it.each(all.map((sample, index) => [`${index}: ${sample.name}`, sample] as const))('%s is taken', (_name, sample) => {
  expect(breachesOf(sample)).toEqual([]);
});

/** `txn:open:3` and `txn:open:4` are one button. */
const kindOf = (actionId: string) => actionId.replace(/:\d+$/, '');

it('has every kind of button that this version and those before it drew', () => {
  const drawn = readdirSync('test/fixtures/buttons').map((file) =>
    JSON.parse(readFileSync(path.join('test/fixtures/buttons', file), 'utf8')),
  );
  const kinds = (from: unknown) =>
    new Set([...clickables(from), ...textFields(from)].map(({ actionId }) => kindOf(actionId)));
  expect(kinds(drawn).size).toBeGreaterThan(15);
  expect([...kinds(drawn)].filter((kind) => !kinds(all).has(kind))).toEqual([]);
});

it('has every button, field and window that a door is declared for', () => {
  const folder = 'src/slack/listeners';
  const declared = readdirSync(folder).flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/routes\.(?:action|options|view)\(\s*'([^']+)'/g)].map(
      ([, id = '']) => id,
    ),
  );
  const ids = [...JSON.stringify(all).matchAll(/"(?:action_id|callback_id)":"([^"]+)"/g)].map(([, id = '']) => id);
  expect(declared.length).toBeGreaterThan(15);
  const known = new Set(ids.map(kindOf));
  expect(declared.filter((id) => !known.has(id))).toEqual([]);
});

it('uses every view that commands, doors, middleware and watches use', () => {
  const sources = new Map(
    readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [file, readFileSync(path.join('src', file), 'utf8')]),
  );
  const importsOf = (file: string) =>
    [...(sources.get(file) ?? '').matchAll(/^import (?!type\b)[^;]*?from '(\.[^']+)'/gm)].map(([, from = '']) =>
      path.posix.join(path.posix.dirname(file), from),
    );
  const reached = new Set<string>();
  const reach = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const imported of importsOf(file)) reach(imported);
  };
  reach('doctor/samples/samples.ts');
  const used = [...sources.keys()]
    .filter((file) => /^(?:commands|middleware|slack|watches)\//.test(file))
    .flatMap(importsOf)
    .filter((file) => file.startsWith('views/') && !file.endsWith('/csv.ts')); // a file holds no blocks
  expect(used.length).toBeGreaterThan(30);
  expect([...new Set(used)].filter((file) => !reached.has(file))).toEqual([]);
});
