import { expect, it } from 'vitest';
import { AccessError, CutShortError, UserError } from '../../src/errors.ts';
import { nameQuery } from '../../src/transfers/look-up.ts';

const failing = (error: Error) => nameQuery('GARO-<1>', () => Promise.reject(error));

it('names what was asked in a refusal that does not know it', async () => {
  await expect(failing(new UserError('Stop one first.'))).rejects.toThrow(
    new UserError('`GARO-&lt;1&gt;`: Stop one first.'),
  );
  expect(await nameQuery('GARO-1', async () => 7)).toBe(7);
});

it.each([new AccessError('channel', 'Not here.'), new CutShortError('Stopping.'), new Error('a bug')])(
  'leaves any other error as it is: %s',
  async (error) => {
    await expect(failing(error)).rejects.toBe(error);
  },
);
