import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { pathOf, pictures } from '../pictures/pictures.ts';

it('takes every screenshot that a README shows, and no other', () => {
  const inRooms = ['src', 'test'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)),
  );
  const texts = ['README.md', ...inRooms.filter((path) => path.endsWith('README.md'))];
  const shown = texts.flatMap((text) =>
    [...readFileSync(text, 'utf8').matchAll(/ src(?:set)?="([^"]+\.png)"/g)].map(([, path = '']) =>
      join(dirname(text), path),
    ),
  );
  expect(new Set(shown)).toEqual(
    new Set(pictures.flatMap(({ path }) => [path, pathOf(path, 'dark')])),
  );
});
