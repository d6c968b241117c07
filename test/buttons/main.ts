import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { version } from '../../src/text.ts';
import { allSamples } from '../messages/samples.ts';
import { clickables } from './clickables.ts';
import { clickable, type DrawnButtons, unreleased } from './drawn-buttons.ts';

/**
 * `npm run buttons`: keeps what is drawn today to be clicked, for the versions to come to be tried with: of every kind of
 * button the first sample that has it. With `release` it is what this version drew, for good.
 */
const isRelease = process.argv[2] === 'release';
const fileOf = (name: string) => fileURLToPath(new URL(`../fixtures/buttons/${name}.json`, import.meta.url));
const file = fileOf(isRelease ? version : unreleased);
const drawn: DrawnButtons = { messages: [], home: [] };
const kept = new Set<string>();
for (const { kind, form, audience, blocks, sent } of await allSamples()) {
  const held = clickable(blocks).map((block, at) => ({ block_id: `b${at + 1}`, ...block }));
  const kinds = clickables(held).flatMap(({ routes }) => routes.map((route) => `${audience} ${route}`));
  if (form === 'classic' || kinds.every((each) => kept.has(each))) continue;
  if ('message' in sent) drawn.messages.push({ from: kind, isEphemeral: audience === 'asker', blocks: held });
  else if (sent.view.type === 'home') drawn.home = held;
  else continue;
  for (const each of kinds) kept.add(each);
}
writeFileSync(file, `${JSON.stringify(drawn, undefined, 2)}\n`);
if (isRelease) rmSync(fileOf(unreleased), { force: true });
console.log(file);
