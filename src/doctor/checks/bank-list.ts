import type { TransferApi } from '../../transfer-api/client.ts';
import { type Check, type Finding, note, ok, problem } from '../check.ts';
import { explainTransfer } from '../explain-transfer.ts';
import { askTransferService, transferVariables } from '../transfer-probe.ts';

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
