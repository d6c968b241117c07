import { elapsedMs, withTimeout } from '../async.ts';
import { readSecretFile } from '../config/regular-file.ts';
import { Secret } from '../config/secret.ts';
import { type ProxyAddress, TransferApiError } from '../errors.ts';
import type { Events } from '../ops/events.ts';
import type { ServiceRequest } from './bulkhead.ts';
import { createResilience, type Deadline, type ResilienceOptions } from './resilience.ts';
import type { SendQuestion, ServiceResponse } from './response.ts';

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
  const { baseUrl, proxy, tokenFile, timeoutMs, events } = options;
  const address = createAddressCheck(() => get(bankList), events);
  const probe = () => void get(bankList).catch(() => {});
  const lookUp = createResilience(options, probe, address.explain);
  const silentMs = Math.min(silentMaxMs, timeoutMs * silentShare);
  let { token } = options;
  /** Sends with `token`, so a new token needs a new sender. */
  let sender: Promise<SendQuestion> | undefined;
  // Imported late: axios would be a tenth of the code read at start, and no request is sent before
  // the port is open.
  const loadSender = () =>
    import('./response.ts').then(({ createSend }) => createSend(baseUrl, token, proxy, silentMs));

  async function send(
    question: ServiceRequest,
    deadline: Deadline,
    tryNumber: number,
  ): Promise<ServiceResponse> {
    const { operation } = question;
    const startedAtMs = performance.now();

    const reportEnd = (httpStatus: number | undefined, failure: string) => {
      const status = httpStatus === undefined ? failure : `${Math.floor(httpStatus / 100)}xx`;
      events?.emit('request', {
        operation,
        status,
        durationMs: elapsedMs(startedAtMs),
      });
    };

    const sentToken = token;
    sender ??= loadSender();

    const sendQuestion = await sender;
    // The connection of the first try may be dead.
    const isFresh = tryNumber > 1;

    try {
      const answer = await sendQuestion(question, deadline, isFresh);
      reportEnd(answer.details.status, 'answered');
      return answer;
    } catch (error) {
      const { failure = 'bug', details } = error instanceof TransferApiError ? error : {};
      reportEnd(details?.status, deadline.isOver ? 'timeout' : failure);
      if (details?.status === 401 && renewToken(sentToken))
        return send(question, deadline, tryNumber);

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
      // The same rule as at start.
      if (!/^[\x21-\x7e]{8,}$/.test(text) || text === refused.reveal()) return false;
      token = new Secret(text);
      sender = undefined;
      return true;
    } catch {
      return false;
    }
  }

  async function ask(question: ServiceRequest): Promise<ServiceResponse> {
    const answer = await lookUp(question, (deadline, tryNumber) =>
      send(question, deadline, tryNumber),
    );
    address.setWrong(false);
    return answer;
  }

  const running = new Map<string, Promise<ServiceResponse>>();

  /**
   * Coalesces identical look-ups in flight: they share one answer, or one failure. Look-ups of
   * tables, watches and lists are never shared, because their deadline may be too short for other
   * callers, or begin later.
   */
  function get(question: ServiceRequest): Promise<ServiceResponse> {
    const { path, table, background } = question;
    if (table || background) return ask(question);

    const joined = running.get(path);
    if (joined) return joined;

    const run = ask(question).finally(() => running.delete(path));
    running.set(path, run);
    return run;
  }

  return get;
}

/**
 * How long one answer shows whether the address is right, so that "not found" rarely costs a second
 * request.
 */
const knownForMs = 60_000;
/** Timeout of the address check: short, because a user is waiting to read "not found". */
const checkTimeoutMs = 2_000;

/**
 * Explains a look-up's 404 by requesting the bank list, unless a 2xx or a check within the last
 * minute has shown whether the address is right: if it is wrong, a gateway may answer 404 in the
 * service's own envelope.
 */
function createAddressCheck(askForBanks: () => Promise<unknown>, events: Events | undefined) {
  let isWrong = false;
  let knownAtMs = -Infinity;
  const isKnown = () => elapsedMs(knownAtMs) < knownForMs;

  function setWrong(isWrongNow: boolean): void {
    if (isWrongNow !== isWrong) events?.emit('address', isWrongNow);
    isWrong = isWrongNow;
    knownAtMs = performance.now();
  }

  return {
    setWrong,
    /** Returns the error to throw in place of a look-up's. */
    async explain(
      { operation }: ServiceRequest,
      error: TransferApiError,
    ): Promise<TransferApiError> {
      if (error.details.status !== 404) return error;
      if (operation === 'banks') {
        setWrong(true);
        return error;
      }

      // This request calls `setWrong` itself: with false once the banks come, with true on a 404.
      if (!isKnown()) await withTimeout(checkTimeoutMs, askForBanks()).catch(() => {});
      if (!isKnown() || !isWrong) return error;

      return new TransferApiError('unexpected_body', { ...error.details, reason: 'wrong_address' });
    },
  };
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
      // Nothing was sent, so this says nothing about the service.
      if (failure === 'not_asked') return;
      const isAnswered = failure === undefined || failure === 'not_found' || failure === 'rejected';
      summary.last = { atMs: Date.now(), isAnswered };
      if (isAnswered) summary.lastSuccessAtMs = Date.now();
    })
    .on('breaker', (state, silentForMs) => {
      summary.silentSinceMs = state === 'closed' ? undefined : Date.now() - silentForMs;
    });

  return () => summary;
}
