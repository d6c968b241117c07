import { pino } from 'pino';
import { proxyWords } from '../blocks/failure-words.ts';
import type { Config, InspectedConfig } from '../config/config.ts';
import type { Secret } from '../config/secret.ts';
import { isCertificateCode, type SlackApiError, type TransferApiError, type TransferApiFailure } from '../errors.ts';
import { createBoltLogger, SlackClient, slackAddress, slackApiError } from '../slack/client.ts';
import { type Network, networkOf } from '../slack/proxy.ts';

/** What a check has seen. */
export interface Finding {
  /** `note`: informational, needs no action. */
  outcome: 'ok' | 'problem' | 'note';
  /** In a sentence. Never the value of a variable, but for ports and the ids in `ALLOWED_…`. */
  seen: string;
  /** What to do about it. */
  todo?: string | undefined;
}

/** What a check has seen, each where there is something to say. */
export type Findings = readonly (Finding | undefined)[];

export interface Check {
  /** What is tried. */
  name: string;
  /** The variables that must be right before it can be tried. */
  needs: readonly string[];
  /** For a check that asks with the bot token: what it wants of Slack. Another check tells what is wrong with the token. */
  wants?: string;
  /** Whether the check applies; default: always. */
  isAsked?(context: Context): boolean;
  /** @throws SlackApiError or TransferApiError, which tells what is wrong */
  run(context: Context): Promise<Findings>;
}

export interface Context {
  inspected: InspectedConfig;
  slack: SlackProbe;
  /** Of a transaction to look up. */
  reference: string | undefined;
}

export const ok = (seen: string): Finding => ({ outcome: 'ok', seen });
export const note = (seen: string, todo?: string): Finding => ({ outcome: 'note', seen, todo });
export const problem = (seen: string, todo: string): Finding => ({ outcome: 'problem', seen, todo });

/** Whether the operator has set a variable, rightly or wrongly. */
export function isSet(name: string): (context: Context) => boolean {
  return ({ inspected: { sources } }) => sources.get(name) !== 'default';
}

/** What every check needs that goes through a proxy. */
export const proxyVariables = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'] as const;

/** What every check of Slack needs. */
export const slackVariables = ['SLACK_BOT_TOKEN', 'SLACK_API_URL', ...proxyVariables] as const;

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
    /** With the bot token. */
    client,
    /** With another token. */
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
  if (atProxy !== undefined && isCertificateCode(atProxy)) return explainCertificate(code, 'the proxy', 'HTTPS_PROXY');
  if (isCertificateCode(code)) return explainCertificate(code, who, address);
  if (atProxy !== undefined && /^50[234]$/.test(atProxy))
    return problem(
      `The proxy answered, and did not reach ${who} itself (${code}).`,
      `Check ${address}, and ask those who run the proxy whether it knows that name and can go there.`,
    );
  if (atProxy !== undefined)
    return problem(
      `The proxy ${proxyWords(code)} (${code}): nothing was sent to ${who}.`,
      `Check the address, user and password in HTTPS_PROXY, and that the proxy allows CONNECT to ${who}.`,
    );
  if (/^(?:EPROTO|ERR_SSL_)/.test(code))
    return problem(`What answered in place of ${who} speaks no TLS (${code}).`, `Check the port in ${address}.`);
  const isUnnamed = /^(?:EAI_|ENOTFOUND)/.test(code);
  return problem(
    isUnnamed
      ? `DNS gave no address for ${who} (${code}).`
      : `${who[0]?.toUpperCase()}${who.slice(1)} was not reached (${code}).`,
    `Check ${address}, DNS, and that this machine may go there; behind a proxy, set HTTPS_PROXY.`,
  );
}

function explainCertificate(code: string, who: string, address: string): Finding {
  const seen = (what: string) => `The certificate of ${who} ${what} (${code}).`;
  if (/EXPIRED|NOT_YET_VALID/.test(code)) {
    const todo = "Check this machine's clock; if it is right, the certificate must be replaced.";
    return problem(seen('has expired or is not valid yet'), todo);
  }
  if (/ALTNAME|HOSTNAME/.test(code)) return problem(seen('is of another host'), `Check the host in ${address}.`);
  const todo = 'If a proxy or your company signs it, name the file of its authority in NODE_EXTRA_CA_CERTS.';
  return problem(seen('is not trusted'), todo);
}

const codes: Readonly<Record<string, string>> = {
  account_inactive: 'The app was removed from the workspace: install it again, and copy the token anew.',
  invalid_auth: 'Copy the token again from the app’s settings.',
  not_allowed_token_type: 'It is a token of another kind: the bot token begins with xoxb-, the app token with xapp-.',
  token_expired: 'Copy the token again, and turn off token rotation in the app’s settings.',
  token_revoked: 'Install the app again, and copy the token anew.',
};

/** @param what of Slack's answer was wanted, or which token it was asked with */
export function explainSlack(error: SlackApiError, what: string): Finding {
  const { failure, code, neededScope } = error.details;
  if (failure === 'timeout')
    return problem(
      'Slack did not answer within 5 seconds.',
      'Try again; if it stays, look at https://slack-status.com.',
    );
  if (failure === 'proxy' || failure === 'unreachable')
    return explainNetwork(code, 'Slack', 'SLACK_API_URL (if it is set)');
  if (failure === 'rate_limited') {
    const todo = 'Try again in a minute.';
    if (what.endsWith('_TOKEN')) return problem(`Slack was asked too often with ${what}.`, todo);
    return note(`Slack was asked too often ${what}.`, todo); // nothing is wrong with what was asked about
  }
  if (code === 'unknown_method') return note(`Not tried: this Slack does not know what it takes ${what}.`);
  if (failure === 'http_status')
    return problem(`Something answered ${code} in place of Slack.`, 'Check SLACK_API_URL and what stands in between.');
  const scope = neededScope === undefined ? '' : `, for want of the scope ${neededScope}`;
  const todo = neededScope === undefined ? codes[code] : 'Add the scope in the app’s settings, and install it again.';
  return problem(`Slack refused ${what} (${code})${scope}.`, todo ?? 'Look at the app’s settings.');
}

/**
 * What was seen, and what to do about it. Not the words of `failure-words.ts`: those tell who asked what not to conclude,
 * these tell who runs txnbot what to mend. The service's own words stay unsaid, as they may name a customer.
 */
const failures: Partial<Record<TransferApiFailure, readonly [seen: string, todo: string]>> = {
  timeout: [
    'The transfer service did not answer in time',
    'Ask those who run it; TRANSFER_API_TIMEOUT_MS says how long txnbot waits.',
  ],
  unreachable: ['The transfer service, or what stands before it, failed', 'Ask those who run it.'],
  unauthorized: [
    'The transfer service does not take TRANSFER_API_TOKEN',
    'Ask those who run it for a token that may read transactions and banks.',
  ],
  not_asked: ['The transfer service was not asked, as no time was left', 'Try again when this machine is less busy.'],
  rate_limited: ['The transfer service wants no more questions now', 'Try again later.'],
  not_found: ['The transfer service knows no such transaction', 'Name one that is there.'],
  rejected: ['The transfer service refused the question', 'Ask those who run it why.'],
};

/** Why the transfer service gave no answer. */
export function explainTransfer({ failure, details: { status, code, reason } }: TransferApiError): Finding {
  const isOnTheWay = failure === 'unreachable' && status === undefined;
  if (isOnTheWay || failure === 'proxy' || failure === 'untrusted')
    return explainNetwork(code ?? 'no answer', 'the transfer service', 'TRANSFER_API_BASE_URL');
  if (reason === 'wrong_address')
    return problem(
      'No bank list at …/v1/transfer/banks (HTTP 404).',
      'Check TRANSFER_API_BASE_URL; txnbot adds /v1/… itself.',
    );
  const [seen, todo] = failures[failure] ?? [
    `What answered is not as the interface says (${reason ?? failure})`,
    'Check TRANSFER_API_BASE_URL: txnbot asks for /v1/… below it.',
  ];
  return problem(`${seen}${status === undefined ? '' : ` (HTTP ${status})`}.`, todo);
}
