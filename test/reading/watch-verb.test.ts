import { expect, it } from 'vitest';
import { readWatchVerb } from '../../src/reading/small-talk.ts';

it.each([
  ['watch GARO-8f3k2j1', { verb: 'watch', text: 'GARO-8f3k2j1' }],
  ['Watch: GARO-1,\nGARO-2', { verb: 'watch', text: 'GARO-1,\nGARO-2' }],
  ['watch', { verb: 'watch', text: '' }],
  ['watch ', { verb: 'watch', text: '' }],
  ['watching', { verb: 'watching' }],
  ['Watching?', { verb: 'watching' }],
  ['watches', { verb: 'watching' }],
  ['list', { verb: 'watching' }],
  ['list my watches please', { verb: 'watching' }],
  ['what am I watching?', { verb: 'watching' }],
  ['unwatch GARO-8f3k2j1', { verb: 'stop', text: 'GARO-8f3k2j1' }],
  ['Stop watching: GARO-1,\nGARO-2', { verb: 'stop', text: 'GARO-1,\nGARO-2' }],
  ['stop', { verb: 'stop', text: '' }],
  ['Stop!', { verb: 'stop', text: '' }],
  ['stop this, please', { verb: 'stop', text: '' }],
  ['stop watching it', { verb: 'stop', text: '' }],
  ['unwatch', { verb: 'stop', text: '' }],
  ['stop the payment GARO-8f3k2j1', undefined],
  ['stop GARO-8f3k2j1', undefined],
  ['list of GARO-8f3k2j1', undefined],
  ['please', undefined],
  ['WATCH-1234', undefined],
  ['watching GARO-1', undefined],
  ['watched GARO-1', undefined],
  ['please watch GARO-1', undefined],
])('%j asks %j', (words, read) => {
  expect(readWatchVerb(words)).toEqual(read);
});
