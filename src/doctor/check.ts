import { pino } from 'pino';
import { explainTransferApi, proxyWords } from '../blocks/failure-words.ts';
import type { Config } from '../config/config.ts';
import type { Secret } from '../config/secret.ts';
import { isCertificateCode, SlackApiError, StoreError, TransferApiError, type TransferApiFailure } from '../errors.ts';
import { createBoltLogger, SlackClient, slackAddress } from '../slack/client.ts';
import { capital } from '../text.ts';

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

/** Slack, reached as the bot reaches it. */
type SlackProbe = ReturnType<typeof createSlackProbe>;

export function createSlackProbe(config: Config) {
  const address = slackAddress(config);
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
  };
}

/** Why nothing answered, by the error's code. @param address the variable that has the host */
export function explainNetwork(code: string, who: string, address: string): Finding {
  const [, atProxy] = /^proxy_(.+)$/.exec(code) ?? [];
  const [whose, variable] = atProxy === undefined ? [who, address] : ['the proxy', 'HTTPS_PROXY'];
  if (isCertificateCode(atProxy ?? code))
    return problem(
      `The certificate of ${whose} is not accepted (${code}).`,
      `Check the host in ${variable} and this machine's clock; if your company signs it, name the file of its authority in NODE_EXTRA_CA_CERTS.`,
    );
  if (atProxy !== undefined)
    return problem(
      `The proxy ${proxyWords(code)} (${code}): nothing was sent to ${who}.`,
      `Check HTTPS_PROXY with its user and password, and ask those who run the proxy whether it allows CONNECT to ${who} and can go there.`,
    );
  return problem(
    `${capital(who)} was not reached (${code}).`,
    `Check the host and port in ${address}, DNS, and that this machine may go there; behind a proxy, set HTTPS_PROXY.`,
  );
}

/** @param what of Slack's answer was wanted, or which token it was asked with */
function explainSlack({ details: { failure, code, neededScope } }: SlackApiError, what: string): Finding {
  if (failure === 'rate_limited') return problem(`Slack was asked too often (${what}).`, 'Try again in a minute.');
  if (failure === 'http_status')
    return problem(`Something answered ${code} in place of Slack.`, 'Check SLACK_API_URL and what stands in between.');
  if (failure !== 'refused')
    return explainNetwork(code || 'no answer in time', 'Slack', 'SLACK_API_URL (if it is set)');
  if (neededScope !== undefined)
    return problem(
      `Slack refused ${what} (${code}), for want of the scope ${neededScope}.`,
      'Add the scope in the app’s settings, and install it again.',
    );
  const todo = 'Copy the token again from the app’s settings; if it stays, install the app again.';
  return problem(`Slack refused ${what} (${code}).`, todo);
}

const checkAddress = 'Check TRANSFER_API_BASE_URL: txnbot asks for /v1/… below it.';
const transferAdvice: Partial<Record<TransferApiFailure, string>> = {
  unauthorized: 'Set TRANSFER_API_TOKEN to one that may read transactions and banks: ask those who run the service.',
  not_found: 'Name one that is there.',
  unexpected_body: checkAddress,
};

/** The service's own words stay unsaid, as they may name a customer. */
function explainTransfer(error: TransferApiError): Finding {
  const { failure, details } = error;
  if ((failure === 'unreachable' && details.status === undefined) || failure === 'proxy' || failure === 'untrusted')
    return explainNetwork(details.code ?? 'no answer', 'the transfer service', 'TRANSFER_API_BASE_URL');
  const todo = 'Try again; if it stays, ask those who run it. TRANSFER_API_TIMEOUT_MS says how long txnbot waits.';
  return problem(explainTransferApi(error).lead, transferAdvice[failure] ?? todo);
}

/** What a check met instead of findings. @param wants as in `Check` */
export function explain(error: unknown, wants = 'SLACK_BOT_TOKEN'): Finding {
  if (error instanceof SlackApiError) return explainSlack(error, wants);
  if (error instanceof TransferApiError) return explainTransfer(error);
  if (error instanceof StoreError) return problem('Not finished in time.', 'Try again; if it stays, see what is slow.');
  // Its message could quote what nobody should read.
  const what = error instanceof Error ? error.name : typeof error;
  return problem(`The check itself broke (${what}).`, 'Report it: this is a mistake in txnbot.');
}
