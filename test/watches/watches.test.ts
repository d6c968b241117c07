import { expect, it } from 'vitest';
import { StoreError, UserError } from '../../src/errors.ts';
import { createStateFolder } from '../../src/store/file.ts';
import { createEmbeddedEngine } from '../../src/watches/embedded.ts';
import { createSchedule } from '../../src/watches/watch.ts';
import { Watches } from '../../src/watches/watches.ts';
import { asker } from '../support/asker.ts';
import { logLines } from '../support/log-lines.ts';

/** Watches in memory, whose timetable cannot be reached. */
function inMemory(totalMax: number) {
  const { logger, entries } = logLines();
  const schedule = createSchedule({ waitsMs: [60_000], lastsMs: 3_600_000 });
  const folder = createStateFolder({ path: '/nowhere', isNamed: true, logger });
  const engine = createEmbeddedEngine({ folder, logger, schedule });
  const { timetable } = engine;
  timetable.set = () => Promise.reject(new StoreError('NOPERM'));
  return { watches: new Watches({ engine: { ...engine, timetable }, totalMax, logger }), entries };
}
const pending = (reference: string) => ({ reference, status: 'pending' });

it('a watch has begun when it is kept, though nothing says yet when it is due, which is logged', async () => {
  const { watches, entries } = inMemory(3);
  expect(await watches.begin(pending('GARO-1'), asker)).toMatchObject({ reference: 'GARO-1' });
  expect(await watches.of(asker.personId)).toMatchObject([{ reference: 'GARO-1' }]);
  expect(entries()).toMatchObject([{ level: 'warn', code: 'NOPERM', msg: 'a watch is kept, and gets its time later' }]);
});

it('watches that begin at once are no more than the limit, and who is refused is told so', async () => {
  const { watches } = inMemory(1);
  const begun = await Promise.allSettled(
    ['GARO-1', 'GARO-2'].map((reference) => watches.begin(pending(reference), asker)),
  );
  expect(begun.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(begun[1]).toHaveProperty('reason', expect.any(UserError));
  expect(begun[1]).toHaveProperty('reason.message', expect.stringMatching(/^1 transactions are watched already/));
});
