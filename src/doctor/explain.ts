import { isCertificateCode, type SlackApiError, type TransferApiError, type TransferApiFailure } from '../errors.ts';
import { proxyWords } from '../failure-words.ts';
import { type Finding, note, problem } from './check.ts';

/** Who is asked, and which variable has the address. */
interface Asked {
  who: string;
  addressVariable: string;
}

/** Why nothing answered, by the error's code. */
export function explainNetwork(code: string, asked: Asked): Finding {
  const { who, addressVariable } = asked;
  if (code.startsWith('proxy_')) return explainProxy(code, asked);
  if (isCertificateCode(code)) return explainCertificate(code, who, addressVariable);
  if (code.startsWith('EAI_'))
    return problem(
      `No DNS server gave an answer (${code}), so ${who} was not reached.`,
      `Check this machine's network and DNS; behind a proxy, set HTTPS_PROXY.`,
    );
  if (code === 'ENOTFOUND')
    return problem(
      `DNS knows no such name (${code}), so ${who} was not reached.`,
      `Check ${addressVariable} and this machine's DNS; behind a proxy, set HTTPS_PROXY.`,
    );
  if (/^(?:EPROTO|ERR_SSL_)/.test(code))
    return problem(
      `What answered in place of ${who} speaks no TLS that is understood (${code}).`,
      `Check the port in ${addressVariable}.`,
    );
  return problem(
    `${who[0]?.toUpperCase()}${who.slice(1)} was not reached (${code}).`,
    `Check ${addressVariable} and that this machine may go there; behind a proxy, set HTTPS_PROXY.`,
  );
}

function explainProxy(code: string, { who, addressVariable }: Asked): Finding {
  if (isCertificateCode(code.slice('proxy_'.length))) return explainCertificate(code, 'the proxy', 'HTTPS_PROXY');
  if (/^proxy_50[234]$/.test(code))
    return problem(
      `The proxy answered, and did not reach ${who} itself (${code}).`,
      `Check ${addressVariable}, and ask those who run the proxy whether it knows that name and can go there.`,
    );
  const advice = code === 'proxy_407' ? 'Check the user and the password in' : 'Check the address in';
  return problem(
    `The proxy ${proxyWords(code)} (${code}): nothing was sent to ${who}.`,
    `${advice} HTTPS_PROXY, and that the proxy allows CONNECT to ${who}.`,
  );
}

/** @param addressVariable names the host that the certificate must be of */
export function explainCertificate(code: string, who: string, addressVariable: string): Finding {
  if (/EXPIRED|NOT_YET_VALID/.test(code))
    return problem(
      `The certificate of ${who} has expired or is not valid yet (${code}).`,
      "Check this machine's clock; if it is right, the certificate must be replaced.",
    );
  if (/ALTNAME|HOSTNAME/.test(code))
    return problem(`The certificate of ${who} is of another host (${code}).`, `Check the host in ${addressVariable}.`);
  return problem(
    `The certificate of ${who} is not trusted (${code}).`,
    'If a proxy or your company signs it, name the file of its authority in NODE_EXTRA_CA_CERTS.',
  );
}

const slack = { who: 'Slack', addressVariable: 'SLACK_API_URL (if it is set)' };
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
  if (failure === 'proxy' || failure === 'unreachable') return explainNetwork(code, slack);
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

const service = {
  who: 'the transfer service',
  addressVariable: 'TRANSFER_API_BASE_URL',
};

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
    return explainNetwork(code ?? (isOnTheWay ? 'no answer' : ''), service);
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
