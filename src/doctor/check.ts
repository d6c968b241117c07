import { pino } from 'pino';
import { sayWhatHappened } from '../blocks/failure-words.ts';
import type { Config } from '../config/settings.ts';
import {
  isCertificateCode,
  SlackApiError,
  StoreError,
  TransferApiError,
  type TransferApiFailure,
  UserError,
} from '../errors.ts';
import { createBoltLogger, createSlackTransport, SlackClient } from '../slack/client.ts';
import { capitalize } from '../text.ts';

export interface Finding {
  /** `note`: informational, needs no action. */
  outcome: 'ok' | 'note' | 'PROBLEM';
  /**
   * What was seen, as a sentence. Quotes no variable's value but ports and hours.
   */
  seen: string;
  todo?: string | undefined;
}

/**
 * A check's findings; `undefined` entries report nothing, and an empty array means that the check
 * does not apply.
 */
export type Findings = readonly (Finding | undefined)[];

export interface Check {
  name: string;
  /**
   * @throws an error of Slack or the transfer service, which `explainError` turns into a finding
   */
  run(context: Context): Promise<Findings>;
}

export interface Context {
  config: Config;
  reference: string | undefined;
}

export const ok = (seen: string): Finding => ({ outcome: 'ok', seen });
export const note = (seen: string, todo?: string): Finding => ({ outcome: 'note', seen, todo });
export const problem = (seen: string, todo?: string): Finding => ({
  outcome: 'PROBLEM',
  seen,
  todo,
});

/** Creates a note that lists names; `undefined` when there are no names. */
export function noteNames(
  what: string,
  names: readonly string[],
  todo?: string,
): Finding | undefined {
  return names.length > 0 ? note(`${what}: ${names.join(', ')}.`, todo) : undefined;
}

/**
 * Creates a Slack client with the bot's network settings. It logs nothing: the findings report
 * every error.
 */
export function createSlackClient(config: Config, token = config.slackBotToken): SlackClient {
  return new SlackClient(
    token,
    createSlackTransport(config),
    createBoltLogger(pino({ level: 'silent' })),
  );
}

/**
 * Explains why a host could not be reached. @param who what to call the host @param address the
 * variable to check
 */
export function explainNetwork(code: string, who: string, address: string): Finding {
  const atProxy = /^proxy_(.+)$/.exec(code)?.[1];
  const whose = atProxy === undefined ? who : 'the proxy';
  const variable = atProxy === undefined ? address : 'HTTPS_PROXY';

  if (isCertificateCode(atProxy ?? code))
    return problem(
      `The certificate of ${whose} is not accepted (${code}).`,
      `Check the host in ${variable} and this machine's clock; if your company signs it, name the file of its authority in NODE_EXTRA_CA_CERTS.`,
    );

  const todo =
    atProxy === undefined
      ? `Check the host and port in ${address}, DNS, and that this machine may go there; behind a proxy, set HTTPS_PROXY.`
      : 'Check the host, user and password in HTTPS_PROXY, and that the proxy allows CONNECT to there; or name the host in NO_PROXY.';

  return problem(`${capitalize(who)} was not reached (${code}).`, todo);
}

const slackAdvice: Partial<Record<SlackApiError['details']['failure'], string>> = {
  refused:
    'Copy the token again. If it stays, reinstall the app, or make a new app-level token (Basic Information).',
  rate_limited: 'Try again in a minute.',
  http_status: 'Check SLACK_API_URL and what stands in between.',
};

function explainSlack({ details: { failure, code, neededScope } }: SlackApiError): Finding {
  const scope =
    neededScope && `Add the scope ${neededScope} in the app's settings, and install it again.`;
  const todo = scope ?? slackAdvice[failure];
  if (todo === undefined) return explainNetwork(code, 'Slack', 'SLACK_API_URL (if it is set)');
  return problem(`Slack answered with ${code}.`, todo);
}

const transferAdvice: Partial<Record<TransferApiFailure, string>> = {
  unauthorized:
    'Set TRANSFER_API_TOKEN to one that may read transactions and banks: ask those who run the service.',
  not_found: 'Name one that is there.',
  unexpected_body: 'Check TRANSFER_API_BASE_URL: txnbot asks for /v1/… below it.',
};

/** Leaves out the service's error message, since that message may name a customer. */
function explainTransfer(error: TransferApiError): Finding {
  const { failure, details } = error;
  if (details.reason === 'may_demand_client_certificate')
    return problem(
      `The transfer service closed the connection (${details.code}).`,
      'If it demands a client certificate, put a gateway in between: txnbot has none. Else check TRANSFER_API_BASE_URL.',
    );
  if (details.code !== undefined && failure !== 'unexpected_body')
    return explainNetwork(details.code, 'the transfer service', 'TRANSFER_API_BASE_URL');

  const todo =
    'Try again; if it stays, ask those who run it. TRANSFER_API_TIMEOUT_MS says how long txnbot waits.';

  return problem(sayWhatHappened(error).lead, transferAdvice[failure] ?? todo);
}

/** Turns what a check threw into a finding. */
export function explainError(error: unknown): Finding {
  if (error instanceof SlackApiError) return explainSlack(error);
  if (error instanceof TransferApiError) return explainTransfer(error);
  if (error instanceof UserError) return problem(error.message);
  if (error instanceof StoreError)
    return problem('Not finished in time.', 'Try again; if it stays, see what is slow.');

  // The error's message could quote a secret.
  const what = error instanceof Error ? error.name : typeof error;
  return problem(`The check itself broke (${what}).`, 'Report it: this is a mistake in txnbot.');
}
