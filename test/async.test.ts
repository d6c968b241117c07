import { expect, it } from 'vitest';
import { unlessAborted } from '../src/async.ts';

it('what is given up already is not waited for', async () => {
  const given = AbortSignal.abort(new Error('given up'));
  await expect(unlessAborted(given, new Promise(setImmediate))).rejects.toThrow('given up');
});
