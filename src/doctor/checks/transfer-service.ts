import { UserError } from '../../errors.ts';
import { jsonTypeOf } from '../../transfer-api/bodies.ts';
import type { TransferApi } from '../../transfer-api/client.ts';
import { type Check, type Finding, note, ok, problem } from '../check.ts';
import { askTransferService, explainTransfer, specFields, transferVariables } from '../transfer-service.ts';

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
