import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { statusGroup } from '../../src/blocks/status.ts';
import { reference, serve } from './service.ts';

const readme = readFileSync('src/transfer-service/README.md', 'utf8');

it('reads the three answers of the README whole', async () => {
  const [record = '', requery = '', banks = ''] = [
    ...readme.matchAll(/^```json\n(.*?)^```/gms),
  ].map(([, body]) => body);
  const { api } = await serve(({ url = '' }, response) => {
    const isRecord = url.includes('/reference/');
    const isRequery = url.includes('/tsq');
    response.end(isRecord ? record : isRequery ? requery : banks);
  });

  const { transaction, withheld } = await api.transaction(reference);
  expect(transaction).toMatchObject({ reference, status: 'successful', amount: '25000.00' });
  expect(transaction.createdAt).toBe(1758897188000);
  expect(transaction.sessionId).toHaveLength(30);
  expect(withheld).toEqual([]);

  expect((await api.requery('12345698690885579')).payload).toMatchObject({ status: 'SUCCESSFUL' });

  const list = await api.banks();
  expect(list.banks).toHaveLength(1);
  expect(list.droppedCount).toBe(0);
});

it('groups each word of a status as the README says', () => {
  const rows = [...readme.matchAll(/^\| . (settled|moving|failed|reversed) \| (.*) \|$/gm)];
  const stated = rows.flatMap(([, group = '', words = '']) =>
    words
      .split(', ')
      .filter((word) => !word.startsWith('or '))
      .map((word) => ({ word, group })),
  );

  expect(stated).toHaveLength(15);
  expect(stated.filter(({ word, group }) => statusGroup(word) !== group)).toEqual([]);
});
