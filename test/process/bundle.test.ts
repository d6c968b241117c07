import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesAtStart } from '../support/files-at-start.ts';

const sourceOf = (file: string) => readFileSync(`dist/${file}`, 'utf8');
/** Words of BullMQ and of the client of Redis, in their code. */
const redisWords = /moveStalledJobsToWait|maxRetriesPerRequest/;

it('what a start reads knows nothing of Redis, and what knows it is read when it is needed', () => {
  const atStart = filesAtStart();
  expect(atStart[0]).toBe('main.js');
  expect(atStart.filter((file) => redisWords.test(sourceOf(file)))).toEqual([]);
  const later = readdirSync('dist').filter((file) => file.endsWith('.js') && !atStart.includes(file));
  expect(later).toEqual([expect.stringMatching(/^shared-\w+\.js$/)]);
  expect(sourceOf(later[0] ?? '')).toMatch(redisWords);
  expect(sourceOf('main.js')).toContain(`import("./${later[0]}")`);
});
