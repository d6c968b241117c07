import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesAtStart } from '../support/files-at-start.ts';

const sourceOf = (file: string) => readFileSync(`dist/${file}`, 'utf8');

it('what a start reads knows nothing of the doctor, which is read when it is asked for', () => {
  const atStart = filesAtStart();
  expect(atStart[0]).toBe('main.js');
  const later = readdirSync('dist').filter((file) => file.endsWith('.js') && !atStart.includes(file));
  expect(later).toEqual([expect.stringMatching(/^doctor-\w+\.js$/)]);
  const words = /tries all that the bot needs/;
  expect(sourceOf(later[0] ?? '')).toMatch(words);
  expect(atStart.filter((file) => words.test(sourceOf(file)))).toEqual([]);
  expect(sourceOf('main.js')).toContain(`import("./${later[0]}")`);
});
