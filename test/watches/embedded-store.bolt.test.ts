import { it } from 'vitest';
import { createStateFolder } from '../../src/store/file.ts';
import { createEmbeddedStore } from '../../src/watches/embedded.ts';
import type { WatchStore } from '../../src/watches/engine.ts';
import type { Watch } from '../../src/watches/watch.ts';
import { expectConstant } from '../support/growth.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const limits = { perPerson: 25, total: 100_000 };
const watchOf = (place: number): Watch => ({
  id: `w${place}`,
  reference: `GARO-${place}`,
  personId: `U0P${Math.floor(place / 25)}`,
  teamId: undefined,
  channelId: undefined,
  threadTs: undefined,
  begunAtMs: 1_700_000_000_000,
  seen: {},
});

it('finds the watches of one reference, or of one person, as fast among four times as many', async () => {
  const stores = new Map<number, WatchStore>();
  for (const count of [1_000, 4_000]) {
    const folder = createStateFolder({ path: temporaryFolder(), isNamed: false, logger: { warn() {} } });
    const store = createEmbeddedStore({ folder, logger: { warn() {} } });
    await Promise.all(Array.from({ length: count }, (_, place) => store.put(watchOf(place), limits)));
    stores.set(count, store);
  }
  await expectConstant(1_000, async (count) => {
    for (let place = 0; place < 200; place += 1) {
      await stores.get(count)?.ofReference(`GARO-${place}`);
      await stores.get(count)?.ofPerson(`U0P${place % 40}`);
    }
  });
});
