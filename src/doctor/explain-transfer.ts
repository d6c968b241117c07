import { TransferApiError } from '../errors.ts';
import { type Finding, problem } from './check.ts';
import { explainNetwork } from './explain-network.ts';

const service = {
  who: 'the transfer service',
  proxyVariable: 'TRANSFER_API_PROXY_URL',
  addressVariable: 'TRANSFER_API_BASE_URL',
};

/** Why there was no answer; the service's own words stay unsaid, as they may name a customer. */
export function explainTransfer(error: unknown): Finding {
  if (!(error instanceof TransferApiError)) throw error;
  const { failure, details } = error;
  const status = details.status === undefined ? '' : ` (HTTP ${details.status})`;
  switch (failure) {
    case 'timeout':
      return problem(
        `The transfer service did not answer in time${status}.`,
        'Ask those who run it; TRANSFER_API_TIMEOUT_MS says how long txnbot waits.',
      );
    case 'unreachable':
      if (details.status === undefined) return explainNetwork(details.code ?? 'no answer', service);
      return problem(`The transfer service, or what stands before it, failed${status}.`, 'Ask those who run it.');
    case 'proxy':
    case 'untrusted':
      return explainNetwork(details.code ?? '', service);
    case 'unauthorized':
      return problem(
        `The transfer service does not take TRANSFER_API_TOKEN${status}.`,
        'Ask those who run it for a token that may read transactions and banks.',
      );
    case 'rate_limited':
      return problem(`The transfer service wants no more questions now${status}.`, 'Try again later.');
    case 'not_found':
      return problem(`The transfer service knows no such transaction${status}.`, 'Name one that is there.');
    case 'rejected':
      return problem(`The transfer service refused the question${status}.`, 'Ask those who run it why.');
    default:
      if (details.reason === 'wrong_address')
        return problem(
          'No bank list at …/v1/transfer/banks (HTTP 404).',
          'Check TRANSFER_API_BASE_URL; txnbot adds /v1/… itself.',
        );
      return problem(
        `What answered is not as the interface says (${details.reason ?? failure})${status}.`,
        'Check TRANSFER_API_BASE_URL: txnbot asks for /v1/… below it.',
      );
  }
}
