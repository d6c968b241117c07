import { expect, it } from 'vitest';
import { readWatchVerb } from '../../src/reading/watch-verb.ts';

it.each([
  ['watch GARO-8f3k2j1', { verb: 'watch', text: 'GARO-8f3k2j1' }],
  ['Watch: GARO-1,\nGARO-2', { verb: 'watch', text: 'GARO-1,\nGARO-2' }],
  ['watch', { verb: 'watch', text: '' }],
  ['watch ', { verb: 'watch', text: '' }],
  ['watching', { verb: 'watching' }],
  ['Watching?', { verb: 'watching' }],
  ['WATCH-1234', undefined],
  ['watching GARO-1', undefined],
  ['watched GARO-1', undefined],
  ['please watch GARO-1', undefined],
])('%j asks %j', (words, read) => {
  expect(readWatchVerb(words)).toEqual(read);
});
