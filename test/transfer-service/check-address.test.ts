import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TransferApiError, type TransferApiErrorDetails } from '../../src/errors.ts';
import { createEvents } from '../../src/events.ts';
import { checkAddress } from '../../src/transfer-service/client.ts';
import type { GetRequest, HttpGet } from '../../src/transfer-service/request.ts';
import type { ServiceResponse } from '../../src/transfer-service/send.ts';

const lookUp: GetRequest = { operation: 'transaction', asked: 'X-1', route: '/v1/x', path: '/v1/x', maxBodyBytes: 1 };
const requery: GetRequest = { ...lookUp, operation: 'requery' };
const answer: ServiceResponse = { status: 200, body: { kind: 'json', value: {}, withheld: [] } };
const fails = (failure: 'not_found' | 'unexpected_body' | 'timeout', details: Partial<TransferApiErrorDetails>) => {
  throw new TransferApiError(failure, { operation: 'transaction', ...details });
};
const missing = () => fails('not_found', { status: 404, serviceMessage: 'no Route matched' });
const noBanks = () => fails('unexpected_body', { operation: 'banks', status: 404, reason: 'wrong_address' });

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

/** A service in which each operation does what it is told. */
function service(does: { lookUp: () => ServiceResponse; banks: () => ServiceResponse }) {
  const asked: string[] = [];
  const onAddress = vi.fn();
  const get: HttpGet = async ({ operation }) => {
    asked.push(operation);
    return operation === 'banks' ? does.banks() : does.lookUp();
  };
  const checked = checkAddress(get, createEvents().on('address', onAddress));
  const endingOf = (request: GetRequest) =>
    checked(request).then(
      () => 'answered',
      ({ failure, details }: TransferApiError) => [failure, details.reason, details.serviceMessage],
    );
  return { does, asked, onAddress, endingOf };
}

it.each([lookUp, requery])(
  'a 404 where the bank list is one too is of a wrong address: $operation',
  async (request) => {
    const { endingOf, onAddress } = service({ lookUp: missing, banks: noBanks });
    expect(await endingOf(request)).toEqual(['unexpected_body', 'wrong_address', 'no Route matched']);
    expect(onAddress.mock.calls).toEqual([[true]]);
  },
);

it.each<[string, () => ServiceResponse]>([
  ['is there', () => answer],
  ['does not come', () => fails('timeout', { operation: 'banks' })],
  ['is refused', () => fails('unexpected_body', { operation: 'banks', status: 401 })],
])('a 404 stays "not found" while the bank list %s', async (_what, banks) => {
  const { endingOf, onAddress } = service({ lookUp: missing, banks });
  expect(await endingOf(lookUp)).toEqual(['not_found', undefined, 'no Route matched']);
  expect(onAddress).not.toHaveBeenCalled();
});

it('any answer vouches for the address, for a minute', async () => {
  const { does, asked, endingOf } = service({ lookUp: () => answer, banks: () => answer });
  await endingOf(lookUp);
  does.lookUp = missing;
  expect(await Promise.all([endingOf(lookUp), endingOf(lookUp)])).toHaveLength(2);
  expect(asked).not.toContain('banks');
  vi.advanceTimersByTime(60_000);
  does.banks = noBanks;
  const endings = await Promise.all([endingOf(lookUp), endingOf(lookUp)]);
  expect(endings.map(([, reason]) => reason)).toEqual(['wrong_address', 'wrong_address']);
  expect(asked.filter((operation) => operation === 'banks')).toHaveLength(1);
});

it('says once that the address is wrong, and once that it is right again', async () => {
  const { does, onAddress, endingOf } = service({ lookUp: missing, banks: noBanks });
  await endingOf(lookUp);
  await endingOf(requery);
  does.lookUp = () => answer;
  await endingOf(lookUp);
  expect(onAddress.mock.calls).toEqual([[true], [false]]);
});
