import pLimit from 'p-limit';
import { pause, unlessAborted, withTimeout } from '../async.ts';
import { readSecretFile } from '../config/regular-file.ts';
import { Secret } from '../config/secret.ts';
import {
  type ProxyAddress,
  retryAfterBelievedMs,
  serviceFailures,
  TransferApiError,
} from '../errors.ts';
import type { Events } from '../ops/events.ts';
import { createResilience, type ResilienceOptions, type ServiceRequest } from './resilience.ts';
import type { Send, ServiceResponse } from './send.ts';

export interface TransferApiOptions extends ResilienceOptions {
  /** Has no trailing slash; if it has a path, this path precedes the path of every operation. */
  baseUrl: string;
  proxy?: ProxyAddress | undefined;
  token: Secret;
  /**
   * The file of the token. It is read again when the service refuses the token, so that a new one
   * needs no restart.
   */
  tokenFile?: string | undefined;
}

/**
 * The request for the bank list. It needs no reference, so a 404 here means a wrong address, never
 * "no record".
 */
export const bankList: ServiceRequest = { operation: 'banks', path: '/v1/transfer/banks' };

/**
 * Runs one look-up within one deadline, with retries where they can help.
 * @throws TransferApiError for anything but a 2xx with a JSON body.
 */
type Get = (question: ServiceRequest) => Promise<ServiceResponse>;

/** Share of the deadline after which a kept-alive connection without an answer may be dead. */
const silentShare = 1 / 4;
const silentMaxMs = 2_000;

export function createGet(options: TransferApiOptions): Get {
  const { baseUrl, proxy, tokenFile, timeoutMs, concurrency, events } = options;
  const { lookUp, isFree, mayRepeat } = createResilience(
    options,
    () => void get(bankList).catch(() => {}),
  );
  const silentMs = Math.min(silentMaxMs, timeoutMs * silentShare);
  let { token } = options;
  let sending: Promise<Send> | undefined;
  // Imported late: axios would be a tenth of the code read at start, and no request is sent before
  // the port is open.
  const load = () =>
    import('./send.ts').then(({ createSend }) =>
      createSend(baseUrl, token, proxy, { silentMs, mayRepeat }),
    );

  async function send(
    question: ServiceRequest,
    signal: AbortSignal,
    tryNumber: number,
  ): Promise<ServiceResponse> {
    const { operation } = question;
    const startedAtMs = performance.now();
    const ended = (status: number | undefined, failure: string) => {
      const end = status === undefined ? failure : `${Math.floor(status / 100)}xx`;
      events?.emit('request', {
        operation,
        status: end,
        durationMs: performance.now() - startedAtMs,
      });
    };
    const used = token;
    sending ??= load();
    const sendNow = await sending;
    try {
      const answer = await sendNow(question, signal, tryNumber > 1);
      ended(answer.details.status, 'answered');
      return answer;
    } catch (error) {
      const { failure = 'bug', details } = error instanceof TransferApiError ? error : {};
      ended(details?.status, signal.aborted ? 'timeout' : failure);
      if (details?.status === 401 && renewToken(used)) return send(question, signal, tryNumber);
      throw error;
    }
  }

  /**
   * Reads the token file again. @returns whether the token in it is valid and differs from the
   * refused token
   */
  function renewToken(refused: Secret): boolean {
    if (tokenFile === undefined) return false;
    try {
      const text = readSecretFile(tokenFile);
      if (!/^[\x21-\x7e]{8,}$/.test(text) || text === refused.reveal()) return false; // the same rule as at start
      token = new Secret(text);
      sending = undefined;
      return true;
    } catch {
      return false;
    }
  }

  const get: Get = (question) =>
    lookUp(question, (signal, tryNumber) => send(question, signal, tryNumber));
  const coalesced = coalesce(get);
  const atLowPriority = createLowPriorityQueue(Math.max(1, Math.floor(concurrency / 4)), isFree);
  return checkAddress(
    (question) =>
      question.background
        ? atLowPriority(question.background, () => get(question))
        : coalesced(question),
    events,
  );
}

/**
 * Coalesces identical look-ups in flight: they share one answer, or one failure. Look-ups of a
 * batch are never shared, because their deadline may be too short for other callers.
 */
function coalesce(get: Get): Get {
  const running = new Map<string, Promise<ServiceResponse>>();
  return (question) => {
    if (question.batch) return get(question);
    const joined = running.get(question.path);
    if (joined) return joined;
    const run = get(question).finally(() => running.delete(question.path));
    running.set(question.path, run);
    return run;
  };
}

/**
 * Delay before each look-up of a watch or list, so that 1,000 due watches do not keep the process
 * busy.
 */
const betweenMs = 25;
/**
 * After this many failures in a row, only one look-up of a watch or list runs at a time, with a
 * pause after each.
 */
const degradedAfter = 3;
const firstPauseMs = 5_000;
const pauseMaxMs = 60_000;
/** The longest `Retry-After` that is honoured; a longer one is cut to this. */
const retryAfterMaxMs = 60 * 60_000;

/**
 * Creates the queue for look-ups of watches and lists, which no user is waiting for.
 * @param max the most look-ups to run at once
 * @param isFree whether a slot is free, and the circuit breaker would let a look-up through
 */
function createLowPriorityQueue(max: number, isFree: () => boolean) {
  const inTurn = pLimit(1);
  let running = 0;
  let failures = 0;
  let notBeforeMs = 0;

  async function untilFree(stopped: AbortSignal): Promise<void> {
    do await pause(Math.max(betweenMs, notBeforeMs - performance.now()), stopped);
    while (
      performance.now() < notBeforeMs ||
      running >= (failures < degradedAfter ? max : 1) ||
      !isFree()
    );
  }

  function ended(error: unknown): void {
    running -= 1;
    const failed = error instanceof TransferApiError ? error : undefined;
    if (failed?.failure === 'not_asked') return; // nothing was sent, so this says nothing about the service
    failures = serviceFailures.some((each) => each === failed?.failure) ? failures + 1 : 0;
    const ownMs = failures < degradedAfter ? 0 : firstPauseMs * 2 ** (failures - degradedAfter);
    const { retryAfterMs: asked = 0 } = failed?.details ?? {};
    // A longer one is rather a time stamp than a number of seconds.
    const retryAfterMs = asked > retryAfterBelievedMs ? 0 : Math.min(asked, retryAfterMaxMs);
    notBeforeMs = performance.now() + Math.max(Math.min(ownMs, pauseMaxMs), retryAfterMs);
  }

  /**
   * Runs `ask` at low priority: waits, however long it takes, for its turn, for `isFree` and for
   * the end of any pause.
   * @throws the error that `ask` throws, or the reason why `stopped` was aborted before `ask` ran
   */
  return async <T>(stopped: AbortSignal, ask: () => Promise<T>): Promise<T> => {
    // An aborted look-up ends at once, without waiting for its turn.
    await unlessAborted(
      stopped,
      inTurn(() => untilFree(stopped)),
    );
    running += 1;
    const asked = ask();
    await asked.then(() => ended(undefined), ended);
    return asked;
  };
}

/**
 * How long one answer shows whether the address is right, so that "not found" rarely costs a second
 * request.
 */
const knownForMs = 60_000;
/** Timeout of the address check: short, because a user is waiting to read "not found". */
const withinMs = 2_000;

/**
 * Checks a look-up's 404 by requesting the bank list, unless a 2xx or a check within the last
 * minute has shown whether the address is right: if it is wrong, a gateway may answer 404 in the
 * service's own envelope.
 */
function checkAddress(get: Get, events: Events | undefined): Get {
  let isWrong = false;
  let knownAtMs = Number.NEGATIVE_INFINITY;
  const isKnown = () => performance.now() - knownAtMs < knownForMs;
  const learn = (isWrongNow: boolean) => {
    if (isWrongNow !== isWrong) events?.emit('address', isWrongNow);
    isWrong = isWrongNow;
    knownAtMs = performance.now();
  };
  const learning: Get = async (question) => {
    const answer = await get(question).catch((error: unknown) => {
      if (error instanceof TransferApiError && error.details.reason === 'wrong_address')
        learn(true);
      throw error;
    });
    learn(false);
    return answer;
  };
  return (question) =>
    learning(question).catch(async (error: unknown) => {
      const isMissing = error instanceof TransferApiError && error.details.status === 404;
      if (!isMissing || question.operation === 'banks') throw error;
      if (!isKnown()) await withTimeout(withinMs, learning(bankList)).catch(() => {});
      if (!isKnown() || !isWrong) throw error;
      throw new TransferApiError('unexpected_body', { ...error.details, reason: 'wrong_address' });
    });
}

/**
 * The transfer service's health, as the bot's own look-ups show it; "not found" and `rejected`
 * count as answers.
 */
export interface LookUpSummary {
  /** When the last answer since the process started arrived, in milliseconds since 1970. */
  lastSuccessAtMs?: number;
  /**
   * The last look-up that was sent since the process started: when it ended, and whether it was
   * answered.
   */
  last?: { atMs: number; isAnswered: boolean };
  /**
   * When the service stopped answering, in milliseconds since 1970; absent while the circuit
   * breaker is closed.
   */
  silentSinceMs?: number | undefined;
}

export function createLookUpStats(events: Events): () => LookUpSummary {
  const summary: LookUpSummary = {};
  events
    .on('lookUp', ({ failure }) => {
      if (failure === 'not_asked') return; // nothing was sent, so this says nothing about the service
      const isAnswered = failure === undefined || failure === 'not_found' || failure === 'rejected';
      summary.last = { atMs: Date.now(), isAnswered };
      if (isAnswered) summary.lastSuccessAtMs = Date.now();
    })
    .on('breaker', (state, silentForMs) => {
      summary.silentSinceMs = state === 'closed' ? undefined : Date.now() - silentForMs;
    });
  return () => summary;
}
