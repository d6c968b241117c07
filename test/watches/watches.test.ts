import { expect, it } from 'vitest';
import { UserError } from '../../src/errors.ts';
import { createEvents } from '../../src/events.ts';
import { createStateFolder } from '../../src/store/state-folder.ts';
import { createEmbeddedStore } from '../../src/watches/store.ts';
import { createSchedule } from '../../src/watches/watch.ts';
import { Watches } from '../../src/watches/watches.ts';
import { asker } from '../support/asker.ts';
import { logLines } from '../support/log-lines.ts';

it('watches that begin at once are no more than the limit, and who is refused is told so', async () => {
  const { logger } = logLines();
  const folder = createStateFolder({ path: '/nowhere', isNamed: true, logger });
  const store = createEmbeddedStore(folder);
  const schedule = createSchedule({ waitsMs: [60_000], lastsMs: 3_600_000 });
  const watches = new Watches({ store, schedule, totalMax: 1, events: createEvents(), logger });
  const begun = await Promise.allSettled(
    ['GARO-1', 'GARO-2'].map((reference) => watches.begin({ reference, status: 'pending' }, asker)),
  );
  expect(begun.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(begun[1]).toHaveProperty('reason', expect.any(UserError));
  expect(begun[1]).toHaveProperty('reason.message', expect.stringMatching(/^1 transactions are watched already/));
});
