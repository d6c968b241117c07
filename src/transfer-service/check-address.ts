import { TransferApiError } from '../errors.ts';
import type { Events } from '../events.ts';
import type { GetRequest, HttpGet } from './request.ts';

/** The bank list is where no reference can be missing, so its 404 tells a wrong address from "no record". */
export const bankList: GetRequest = {
  operation: 'banks',
  route: '/v1/transfer/banks',
  path: '/v1/transfer/banks',
  maxBodyBytes: 5 * 1024 * 1024, // enough for thousands of institutions
};

/** How long an answer vouches for the address, so that "not found" rarely costs a second request. */
const knownForMs = 60_000;
/** Somebody waits for "not found" meanwhile. */
const withinMs = 2_000;

/**
 * Before a 404 of a look-up is believed, asks for the bank list, unless something was answered within the last minute: a
 * gateway may answer a wrong address in the service's own envelope.
 */
export function checkAddress(get: HttpGet, events?: Events): HttpGet {
  let known = { isWrong: false, atMs: Number.NEGATIVE_INFINITY };
  let asking: Promise<void> | undefined;
  const learn = (isWrong: boolean) => {
    const isNews = isWrong !== known.isWrong;
    known = { isWrong, atMs: performance.now() };
    if (isNews) events?.emit('address', isWrong);
  };
  const learning: HttpGet = async (request) => {
    try {
      const answer = await get(request);
      learn(false);
      return answer;
    } catch (error) {
      if (error instanceof TransferApiError && error.details.reason === 'wrong_address') learn(true);
      throw error;
    }
  };
  const isKnown = () => performance.now() - known.atMs < knownForMs;
  const isWrong = async () => {
    if (!isKnown()) {
      asking ??= learning({ ...bankList, batch: { key: {}, withinMs } })
        .then(
          () => {},
          () => {},
        )
        .finally(() => {
          asking = undefined;
        });
      await asking;
    }
    return isKnown() && known.isWrong;
  };
  return (request) =>
    learning(request).catch(async (error: unknown) => {
      const isMissing = error instanceof TransferApiError && error.details.status === 404;
      if (!isMissing || request.operation === 'banks' || !(await isWrong())) throw error;
      throw new TransferApiError('unexpected_body', { ...error.details, reason: 'wrong_address' });
    });
}
