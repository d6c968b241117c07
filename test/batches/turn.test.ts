import { expect, it } from 'vitest';
import { createEmbeddedBatches } from '../../src/batches/store.ts';
import { ListTurn } from '../../src/batches/turn.ts';
import { createStateFolder } from '../../src/store/state-folder.ts';
import { anyTransaction } from '../support/changing-service.ts';
import { startServer } from '../support/http-server.ts';
import { logLines } from '../support/log-lines.ts';
import { resourcesFor } from '../support/services.ts';

it('answers of a list are stored together, and all of them by its end', async (test) => {
  const service = await startServer(anyTransaction());
  test.onTestFinished(() => service.close());
  const { logger } = logLines();
  const store = createEmbeddedBatches({ folder: createStateFolder({ path: '', isNamed: false, logger }), logger });
  const references = Array.from({ length: 60 }, (_, at) => `GARO-1a2b${String(at).padStart(3, '0')}`);
  const batch = {
    ...{ id: 'sample-batch', personId: 'U0SAMPLE', isRequery: false, count: references.length, offeredAtMs: 0 },
    ...{ references, answers: {} },
  };
  await store.add(batch);
  let writes = 0;
  const counting = {
    ...store,
    change: async (...change: Parameters<typeof store.change>) => {
      writes += 1;
      await store.change(...change);
    },
  };
  await new ListTurn({
    ...{ batch: { ...batch, answers: {} }, ended: new AbortController(), store: counting, logger },
    ...{ services: resourcesFor(service.url).services, admit: async () => {}, tellAudit: async () => {} },
    isDown: () => false,
  }).run();
  expect(Object.keys((await store.find(batch.id))?.answers ?? {})).toHaveLength(references.length);
  expect(writes).toBeLessThan(references.length / 2);
});
