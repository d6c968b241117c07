import type { Logger } from 'pino';
import { type ChangeLog, createChangeLog } from './banks/change-log.ts';
import { type BankDirectory, createBankDirectory } from './banks/directory.ts';
import type { CommandNames } from './command-names.ts';
import type { Config } from './config/config.ts';
import type { Metrics } from './ops/metrics.ts';
import { createReferenceFinder, type FindReferences } from './reading/find-references.ts';
import { createTransferApi, type TransferApi } from './transfer-api/client.ts';
import { createToken } from './transfer-api/token.ts';
import type { ShareAccountNumbers } from './transfers/mask-transaction.ts';
import { createLookUpStats, type LookUpSummary } from './transfers/recent-look-ups.ts';

/** Everything that a command may use. */
export interface Services {
  transferApi: TransferApi;
  banks: BankDirectory;
  findReferences: FindReferences;
  /** How the transfer service has answered recently. */
  recentLookUps: () => LookUpSummary;
}

/** How answers are worded and drawn. */
export interface Presentation {
  /** ISO 4217, when the operator says which currency the amounts are in. */
  currency: string | undefined;
  /** How account numbers appear where a whole channel reads. */
  shareAccountNumbers: ShareAccountNumbers;
  names: CommandNames;
}

/** The production services, as configured. The change log is this process's own, unless processes share one. */
export function createServices(
  config: Config,
  logger: Logger,
  metrics: Metrics,
  changeLog: ChangeLog = createChangeLog(),
): Services {
  const lookUps = createLookUpStats();
  const transferApi = createTransferApi({
    baseUrl: config.transferApi.baseUrl,
    timeoutMs: config.transferApi.timeoutMs,
    token: createToken(config.transferApi.token, config.transferApi.tokenFile),
    onLookUp(lookUp) {
      lookUps.record(lookUp);
      metrics.recordLookUp(lookUp);
    },
    onRequest: metrics.recordRequest,
    onBreak: metrics.recordBreaker,
  });
  return {
    transferApi,
    banks: createBankDirectory({ ...config.banks, load: transferApi.banks, changeLog, logger }),
    findReferences: createReferenceFinder(config.referencePattern),
    recentLookUps: lookUps.summary,
  };
}

export function createPresentation({ currency, shareAccountNumbers }: Config, names: CommandNames): Presentation {
  return { currency, shareAccountNumbers, names };
}
