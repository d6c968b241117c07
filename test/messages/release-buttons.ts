import { writeFileSync } from 'node:fs';
import { version } from '../../src/text.ts';
import { clickables } from '../support/clickables.ts';
import { allSamples } from './samples.ts';

/**
 * A part of `npm run release`: stores what this version draws to be clicked, for later versions to
 * be tried with: one of each route, reader and shape of what the button carries.
 */
const drawn = new Map<string, string>();
for (const { form, audience, sent } of await allSamples()) {
  if (form === 'classic' || ('view' in sent && sent.view.type !== 'home')) continue;
  const at = 'view' in sent ? 'home' : audience;
  for (const { type, actionId, values, routes } of clickables(sent).filter(
    (each) => each.type !== 'plain_text_input',
  ))
    for (const [index, route] of routes.entries()) {
      const value = values[index];
      const shape = [at, route, value?.replace(/[^[\]{}":,=]/g, '')].join(' ');
      if (!drawn.has(shape)) drawn.set(shape, JSON.stringify({ at, type, actionId, value }));
    }
}
writeFileSync(`test/fixtures/buttons/${version}.jsonl`, `${[...drawn.values()].join('\n')}\n`);
