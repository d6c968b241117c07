import { pino } from 'pino';
import { proxyWords } from '../blocks/failure-words.ts';
import type { Config } from '../config/config.ts';
import type { Secret } from '../config/secret.ts';
import { isCertificateCode, SlackApiError, TransferApiError } from '../errors.ts';
import { createBoltLogger, SlackClient, slackAddress, slackApiError } from '../slack/client.ts';
import { type Network, networkOf } from '../slack/proxy.ts';

export interface Finding {
  /** `note`: informational, needs no action. */
  outcome: 'ok' | 'problem' | 'note';
  /** In a sentence. Never the value of a variable, but for ports and the ids in `ALLOWED_…`. */
  seen: string;
  todo?: string | undefined;
}

/** What a check has seen, each where there is something to say. */
export type Findings = readonly (Finding | undefined)[];

export interface Check {
  name: string;
  /** For a check that asks with the bot token: what it wants of Slack. Another check tells what is wrong with the token. */
  wants?: string;
  /** Whether the check applies; default: always. */
  isAsked?(context: Context): boolean;
  /** @throws SlackApiError or TransferApiError, which tells what is wrong */
  run(context: Context): Promise<Findings>;
}

export interface Context {
  config: Config;
  slack: SlackProbe;
  reference: string | undefined;
}

export const ok = (seen: string): Finding => ({ outcome: 'ok', seen });
export const note = (seen: string, todo?: string): Finding => ({ outcome: 'note', seen, todo });
export const problem = (seen: string, todo?: string): Finding => ({ outcome: 'problem', seen, todo });

/** A note that lists names, where there are any. */
export function listed(what: string, names: readonly string[], todo?: string): Finding | undefined {
  return names.length > 0 ? note(`${what}: ${names.join(', ')}.`, todo) : undefined;
}

const timeoutMs = 5_000;
/** Undici's code for whoever hangs up on a plain request: they were reached. */
const hungUp = 'UND_ERR_SOCKET';

/** Slack, reached as the bot reaches it. */
export type SlackProbe = ReturnType<typeof createSlackProbe>;

export function createSlackProbe(config: Config) {
  const send = networkOf(config.slackProxy);
  const heard: { scopes?: string | null; clockAheadMs?: number } = {};
  const network: Network = async (url, init) => {
    const askedAtMs = Date.now();
    const response = await send(url, init);
    if (new URL(url).pathname.endsWith('/auth.test')) heard.scopes = response.headers.get('x-oauth-scopes');
    const slackAtMs = Date.parse(response.headers.get('date') ?? '');
    // Slack answers in JSON, refusals too; another clock belongs to what stands in between.
    const isOfSlack = response.ok && response.headers.get('content-type')?.startsWith('application/json');
    if (isOfSlack && !Number.isNaN(slackAtMs)) heard.clockAheadMs ??= aheadMs(slackAtMs, askedAtMs, Date.now());
    return response;
  };
  const address = slackAddress(config, undefined, network);
  const logger = createBoltLogger(pino({ level: 'silent' })); // what is wrong is in the findings
  const clientOf = (token: Secret) => new SlackClient(token, address, logger);
  const client = clientOf(config.slackBotToken);
  let identity: ReturnType<typeof client.auth.test> | undefined;
  return {
    client,
    clientOf,
    /** Whose token it is; asked once for all checks. @throws SlackApiError */
    identity() {
      identity ??= client.auth.test();
      return identity;
    },
    /** The token's scopes, once its identity is known; `undefined` when Slack does not say. */
    scopes: () => heard.scopes?.split(/[\s,]+/).filter((scope) => scope !== ''),
    /** How far this machine's clock is ahead of Slack's, by its first answer; `undefined` when it did not say. */
    clockAheadMs: () => heard.clockAheadMs,
    /** Asks for nothing there: any answer is enough. @throws SlackApiError */
    async reach(url: string): Promise<void> {
      const signal = AbortSignal.timeout(timeoutMs);
      await send(url, { method: 'HEAD', redirect: 'manual', signal }).catch((error: unknown) => {
        const failure = slackApiError(error);
        if (failure.details.code !== hungUp) throw failure;
      });
    },
  };
}

/** Slack said its time somewhere between the two times, in whole seconds: 0 when that explains the difference. */
function aheadMs(slackAtMs: number, askedAtMs: number, answeredAtMs: number): number {
  if (askedAtMs > slackAtMs + 1_000) return askedAtMs - slackAtMs - 1_000;
  return Math.min(0, answeredAtMs - slackAtMs);
}

/** Why nothing answered, by the error's code. @param address the variable that has the host */
export function explainNetwork(code: string, who: string, address: string): Finding {
  const [, atProxy] = /^proxy_(.+)$/.exec(code) ?? [];
  if (isCertificateCode(atProxy ?? code))
    return problem(
      `The certificate of ${atProxy === undefined ? who : 'the proxy'} is not accepted (${code}).`,
      `Check the host in ${atProxy === undefined ? address : 'HTTPS_PROXY'} and this machine's clock; if your company signs it, name the file of its authority in NODE_EXTRA_CA_CERTS.`,
    );
  if (atProxy !== undefined)
    return problem(
      `The proxy ${proxyWords(code)} (${code}): nothing was sent to ${who}.`,
      `Check HTTPS_PROXY with its user and password, and ask those who run the proxy whether it allows CONNECT to ${who} and can go there.`,
    );
  return problem(
    `${who[0]?.toUpperCase()}${who.slice(1)} was not reached (${code}).`,
    `Check the host and port in ${address}, DNS, and that this machine may go there; behind a proxy, set HTTPS_PROXY.`,
  );
}

const slackAdvice: Readonly<Record<string, string>> = {
  account_inactive: 'The app was removed from the workspace: install it again, and copy the token anew.',
  not_allowed_token_type: 'It is a token of another kind: the bot token begins with xoxb-, the app token with xapp-.',
  token_expired: 'Copy the token again, and turn off token rotation in the app’s settings.',
  token_revoked: 'Install the app again, and copy the token anew.',
};

/** @param what of Slack's answer was wanted, or which token it was asked with */
export function explainSlack({ details: { failure, code, neededScope } }: SlackApiError, what: string): Finding {
  if (failure === 'timeout' || failure === 'proxy' || failure === 'unreachable')
    return explainNetwork(code || 'no answer in time', 'Slack', 'SLACK_API_URL (if it is set)');
  if (failure === 'rate_limited')
    // Nothing is wrong with what was asked about, unless it is the token itself.
    return { ...note(`Slack was asked too often (${what}).`, 'Try again in a minute.'), outcome: outcomeFor(what) };
  if (code === 'unknown_method') return note(`Not tried: this Slack does not know what it takes ${what}.`);
  if (failure === 'http_status')
    return problem(`Something answered ${code} in place of Slack.`, 'Check SLACK_API_URL and what stands in between.');
  if (neededScope !== undefined)
    return problem(
      `Slack refused ${what} (${code}), for want of the scope ${neededScope}.`,
      'Add the scope in the app’s settings, and install it again.',
    );
  return problem(
    `Slack refused ${what} (${code}).`,
    slackAdvice[code] ?? 'Copy the token again from the app’s settings.',
  );
}

function outcomeFor(what: string): Finding['outcome'] {
  return what.endsWith('_TOKEN') ? 'problem' : 'note';
}

/**
 * Why the transfer service gave no answer, and what to do about it. Not the words of `failure-words.ts`: those tell who
 * asked what not to conclude. The service's own words stay unsaid, as they may name a customer.
 */
export function explainTransfer({ failure, details: { status, code, reason } }: TransferApiError): Finding {
  const http = status === undefined ? '' : ` (HTTP ${status})`;
  if ((failure === 'unreachable' && http === '') || failure === 'proxy' || failure === 'untrusted')
    return explainNetwork(code ?? 'no answer', 'the transfer service', 'TRANSFER_API_BASE_URL');
  if (reason === 'wrong_address')
    return problem(
      'No bank list at …/v1/transfer/banks (HTTP 404).',
      'Check TRANSFER_API_BASE_URL; txnbot adds /v1/… itself.',
    );
  if (failure === 'unauthorized')
    return problem(
      `The transfer service does not take TRANSFER_API_TOKEN${http}.`,
      'Ask those who run it for a token that may read transactions and banks.',
    );
  if (failure === 'not_found')
    return problem(`The transfer service knows no such transaction${http}.`, 'Name one that is there.');
  if (failure === 'unexpected_body')
    return problem(
      `What answered is not as the interface says (${reason ?? failure})${http}.`,
      'Check TRANSFER_API_BASE_URL: txnbot asks for /v1/… below it.',
    );
  return problem(
    `The transfer service gave no answer to use (${failure})${http}.`,
    'Try again; if it stays, ask those who run it. TRANSFER_API_TIMEOUT_MS says how long txnbot waits.',
  );
}

/** What a check met instead of findings. @param wants as in `Check` */
export function explain(error: unknown, wants = 'SLACK_BOT_TOKEN'): Finding {
  if (error instanceof SlackApiError) return explainSlack(error, wants);
  if (error instanceof TransferApiError) return explainTransfer(error);
  // Its message could quote what nobody should read.
  const what = error instanceof Error ? error.name : typeof error;
  return problem(`The check itself broke (${what}).`, 'Report it: this is a mistake in txnbot.');
}
