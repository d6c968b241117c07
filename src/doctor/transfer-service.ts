import { TransferApiError, UserError } from '../errors.ts';
import { type JsonType, jsonTypeOf } from '../transfer-service/bodies.ts';
import { createTransferApi, type TransferApi } from '../transfer-service/client.ts';
import { createToken } from '../transfer-service/request.ts';
import { type Check, type Context, type Finding, note, ok, problem, untilEnding } from './check.ts';
import { explainNetwork } from './explain.ts';

/** What these checks cannot do without. */
const transferVariables = [
  'TRANSFER_API_BASE_URL',
  'TRANSFER_API_TOKEN',
  'TRANSFER_API_PROXY_URL',
  'TRANSFER_API_TIMEOUT_MS',
] as const;

const slowMs = 3_000;

/** Whether the transfer service is reached, takes the token, and sends its bank list. */
export const bankList: Check = {
  name: 'bank list',
  needs: transferVariables,
  async run(context) {
    const { baseUrl, proxy } = context.inspected.config.transferApi;
    const by = baseUrl.startsWith('https:') ? 'with TLS' : 'on loopback, without TLS';
    const way = proxy ? `${by} and through TRANSFER_API_PROXY_URL` : by;
    try {
      return await askTransferService(
        context,
        (api) => api.banks(),
        (answer, tookMs) => findingsOf(answer, way, tookMs),
      );
    } catch (error) {
      return [explainTransfer(error)];
    }
  },
};

type BankList = Awaited<ReturnType<TransferApi['banks']>>;

function findingsOf({ banks, droppedCount, faults }: BankList, way: string, tookMs: number): Finding[] {
  const seen = `The transfer service was reached ${way}, and took the token. ${banks.length} ${banks.length === 1 ? 'bank' : 'banks'} came in ${tookMs} ms`;
  return [
    banks.length > 0 ? ok(`${seen}.`) : problem(`${seen}.`, 'Ask those who run it where its banks are.'),
    ...(droppedCount > 0
      ? [note(`${droppedCount} entries were left out: ${faults.join('; ')}.`, 'Tell those who run the service.')]
      : []),
    ...(tookMs > slowMs ? [note('That is slow: people wait as long for their first bank.')] : []),
  ];
}

const told = 'txnbot shows the record all the same. Look at one of its cards.';

/** One look-up, and how its record differs from the spec: names and types, no values. */
export const oneReference: Check = {
  name: 'look-up',
  needs: transferVariables,
  isAsked: ({ reference }) => reference !== undefined,
  async run(context) {
    try {
      return await askTransferService(
        context,
        (api) => api.transaction(context.reference ?? ''),
        ({ record, withheld }) => [
          ok(`${context.reference} was found.`),
          ...otherTypes(record),
          ...beyond(Object.keys(record), withheld),
          ...absent(record),
        ],
      );
    } catch (error) {
      if (error instanceof UserError) return [problem('That cannot be a reference.', 'Check what was given.')];
      return [explainTransfer(error)];
    }
  },
};

function otherTypes(record: Record<string, unknown>): Finding[] {
  const other = Object.entries(specFields).flatMap(([name, types]) => {
    const type = jsonTypeOf(record[name]);
    const isAsSaid = types === undefined || type === 'nothing' || types.includes(type);
    return isAsSaid ? [] : `${name} is ${type}, not ${types.join(' or ')}`;
  });
  return other.length > 0 ? [note(`Of another type than the interface says: ${other.join('; ')}.`, told)] : [];
}

function beyond(names: readonly string[], withheld: readonly string[]): Finding[] {
  const unknown = names.filter((name) => !Object.hasOwn(specFields, name));
  return [
    ...(unknown.length > 0 ? [note(`Fields that the interface does not have: ${unknown.join(', ')}.`, told)] : []),
    ...(withheld.length > 0 ? [note(`Fields that txnbot shows to nobody: ${withheld.join(', ')}.`)] : []),
  ];
}

function absent(record: Record<string, unknown>): Finding[] {
  const names = Object.keys(specFields).filter((name) => !Object.hasOwn(record, name));
  return names.length > 0 ? [note(`Fields of the interface that did not arrive: ${names.join(', ')}.`, told)] : [];
}

/**
 * Asks the transfer service as the bot does, and says what its answer shows.
 * @throws TransferApiError
 */
async function askTransferService<Answer>(
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
function explainTransfer(error: unknown): Finding {
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
