import { TransferApiError } from '../errors.ts';
import type { JsonType } from '../transfer-api/bodies.ts';
import { createTransferApi, type TransferApi } from '../transfer-api/client.ts';
import { createToken } from '../transfer-api/request.ts';
import { type Context, type Finding, note, problem, untilEnding } from './check.ts';
import { explainNetwork } from './explain.ts';

/** What these checks cannot do without. */
export const transferVariables = [
  'TRANSFER_API_BASE_URL',
  'TRANSFER_API_TOKEN',
  'TRANSFER_API_PROXY_URL',
  'TRANSFER_API_TIMEOUT_MS',
] as const;

/**
 * Asks the transfer service as the bot does, and says what its answer shows.
 * @throws TransferApiError
 */
export async function askTransferService<Answer>(
  { inspected, ending }: Context,
  ask: (api: TransferApi) => Promise<Answer>,
  findingsOf: (answer: Answer, tookMs: number) => readonly Finding[],
): Promise<readonly Finding[]> {
  const { baseUrl, proxy, token, tokenFile, timeoutMs } = inspected.config.transferApi;
  const api = createTransferApi({ baseUrl, proxy, token: createToken(token, tokenFile), timeoutMs });
  const startedAtMs = performance.now();
  const tookMs = () => Math.round(performance.now() - startedAtMs);
  let findings: readonly Finding[] | undefined;
  const asked = ask(api).then((answer) => {
    findings = findingsOf(answer, tookMs());
  });
  await untilEnding(asked, ending);
  return findings ?? [unansweredFor(tookMs(), timeoutMs)];
}

/** The checks as a whole may take less time than the bot waits. */
function unansweredFor(tookMs: number, timeoutMs: number): Finding {
  const seconds = (ms: number) => `${Math.round(ms / 1_000)} seconds`;
  return note(
    `The transfer service did not answer within ${seconds(tookMs)}; txnbot would wait ${seconds(timeoutMs)}.`,
    'Ask those who run it why it is slow.',
  );
}

/** Spec 2.2: which types a field of a transaction may have; all when the spec does not say. */
export const specFields: Readonly<Record<string, readonly JsonType[] | undefined>> = {
  id: ['integer'],
  userId: ['integer'],
  accountId: undefined,
  amount: ['string'],
  charge: ['string'],
  netAmount: ['integer', 'number'],
  description: ['string'],
  destinationAccountNumber: ['string'],
  destinationAccountName: ['string'],
  destinationBankCode: ['string'],
  destinationBankName: ['string'],
  sourceAccountNumber: ['string'],
  sourceAccountName: ['string'],
  sourceBankCode: ['string'],
  sourceBankName: ['string'],
  reference: ['string'],
  transactionTypeName: ['string'],
  category: ['string'],
  type: ['string'],
  stampDuty: undefined,
  sessionId: ['string'],
  status: ['string'],
  reversedFlag: ['integer'],
  utilityType: undefined,
  details: ['object'],
  completedAt: ['integer'],
  createdAt: ['integer'],
  updatedAt: ['integer'],
};

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
