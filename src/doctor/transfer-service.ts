import { UserError } from '../errors.ts';
import { type JsonType, jsonTypeOf, Transaction } from '../transfer-service/bodies.ts';
import { createTransferApi, type TransferApi } from '../transfer-service/client.ts';
import { type Check, type Context, type Findings, note, ok, problem, proxyVariables } from './check.ts';

/** What these checks cannot do without. */
const transferVariables = [
  'TRANSFER_API_BASE_URL',
  'TRANSFER_API_TOKEN',
  'TRANSFER_API_TIMEOUT_MS',
  ...proxyVariables,
] as const;

const slowMs = 3_000;

/** Whether the transfer service is reached, takes the token, and sends its bank list. */
export const bankList: Check = {
  name: 'bank list',
  needs: transferVariables,
  run: (context) =>
    askTransferService(
      context,
      (api) => api.banks(),
      ({ banks, droppedCount, faults }, tookMs) => {
        const { baseUrl, proxy } = context.inspected.config.transferApi;
        const by = baseUrl.startsWith('https:') ? 'with TLS' : 'on loopback, without TLS';
        const way = proxy ? `${by} and through a proxy` : by;
        const count = `${banks.length} ${banks.length === 1 ? 'bank' : 'banks'}`;
        const seen = `The transfer service was reached ${way}, and took the token. ${count} came in ${tookMs} ms.`;
        const left = `${droppedCount} of ${banks.length + droppedCount} entries were left out: ${faults.join('; ')}.`;
        const isMostLeftOut = droppedCount > banks.length; // as the bot refuses a list
        const most = problem(`${left} The bot takes no list of which most is.`, 'Tell those who run the service.');
        return [
          banks.length > 0 ? ok(seen) : problem(seen, 'Ask those who run it where its banks are.'),
          isMostLeftOut ? most : droppedCount > 0 ? note(left, 'Tell those who run the service.') : undefined,
          tookMs > slowMs ? note('That is slow: people wait as long for their first bank.') : undefined,
        ];
      },
    ),
};

/** One look-up, and how its record differs from the spec: names and types, no values. */
export const oneReference: Check = {
  name: 'look-up',
  needs: transferVariables,
  isAsked: ({ reference }) => reference !== undefined,
  run: (context) =>
    askTransferService(
      context,
      (api) => api.transaction(context.reference ?? ''),
      ({ record, withheld }) => [ok(`${context.reference} was found.`), ...differences(record, withheld)],
    ).catch((error: unknown) => {
      if (error instanceof UserError) return [problem('That cannot be a reference.', 'Check what was given.')];
      throw error;
    }),
};

const all = Object.keys(Transaction.shape);
/** The fields of spec 2.2 that are no strings; `undefined` where the spec does not say what they are. */
const types: Readonly<Record<string, readonly JsonType[] | undefined>> = {
  id: ['integer'],
  userId: ['integer'],
  accountId: undefined,
  netAmount: ['integer', 'number'],
  stampDuty: undefined,
  reversedFlag: ['integer'],
  utilityType: undefined,
  details: ['object'],
  completedAt: ['integer'],
  createdAt: ['integer'],
  updatedAt: ['integer'],
};

function differences(record: Record<string, unknown>, withheld: readonly string[]): Findings {
  const ofOtherType = all.flatMap((name) => {
    const type = jsonTypeOf(record[name]);
    const expected = name in types ? types[name] : (['string'] as const);
    const isAsSaid = expected === undefined || type === 'nothing' || expected.some((each) => each === type);
    return isAsSaid ? [] : `${name} is ${type}, not ${expected.join(' or ')}`;
  });
  const beyond = Object.keys(record).filter((name) => !all.includes(name));
  const absent = all.filter((name) => !Object.hasOwn(record, name));
  const told = 'txnbot shows the record all the same. Look at one of its cards.';
  const listed = (what: string, names: readonly string[], todo?: string) =>
    names.length > 0 ? note(`${what}: ${names.join(', ')}.`, todo) : undefined;
  return [
    ofOtherType.length > 0
      ? note(`Of another type than the interface says: ${ofOtherType.join('; ')}.`, told)
      : undefined,
    listed('Fields that the interface does not have', beyond, told),
    listed('Fields that txnbot shows to nobody', withheld),
    listed('Fields of the interface that did not arrive', absent, told),
  ];
}

/**
 * Asks the transfer service as the bot does, and says what its answer shows.
 * @throws TransferApiError
 */
async function askTransferService<Answer extends object>(
  { inspected: { config } }: Context,
  ask: (api: TransferApi) => Promise<Answer>,
  findingsOf: (answer: Answer, tookMs: number) => Findings,
): Promise<Findings> {
  const startedAtMs = performance.now();
  const answer = await ask(createTransferApi(config.transferApi));
  return findingsOf(answer, Math.round(performance.now() - startedAtMs));
}
