import { expect, it } from 'vitest';
import type { Asker } from '../../src/command.ts';
import { resourcesFor } from '../support/services.ts';

it('two lists that one person begins at once are one, and one that was not begun keeps none from it', async () => {
  const { batches } = resourcesFor('http://127.0.0.1:9').services;
  const asker: Asker = {
    ...{ personId: 'U0SAMPLE', teamId: undefined, channelId: undefined, threadTs: undefined },
    audited: async () => {},
    mayAskMany: async () => false,
    report: () => {},
  };
  const wanted = { references: ['GARO-8f3k2j1'], file: undefined };
  const [one, another] = [await batches.offer(wanted, asker), await batches.offer(wanted, asker)];
  const unaudited = async () => Promise.reject(new Error('no audit line'));
  await expect(batches.begin(one, { ...asker, audited: unaudited })).rejects.toThrow('no audit line');
  const begun = await Promise.allSettled([one, another].map((offered) => batches.begin(offered, asker)));
  expect(begun.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
