import type { Logger } from 'pino';
import { type CommandNames, commandNames } from './asking/command-names.ts';
import type { Component } from './async.ts';
import { type BankDirectory, createBankDirectory } from './banks/directory.ts';
import { type Batches, createBatches } from './batches/batches.ts';
import type { BatchStore } from './batches/store.ts';
import type { BlockForm } from './blocks/forms.ts';
import type { Config, ShareAccountNumbers } from './config/config.ts';
import type { Events } from './events.ts';
import { createHistory, createRecentLookUps, type History, type RecentLookUps } from './history.ts';
import { createReferences, type References } from './reading/references.ts';
import type { State } from './store/state.ts';
import { createTransferApi, type TransferApi } from './transfer-service/client.ts';
import { createLookUpStats, type LookUpSummary } from './transfer-service/request.ts';
import { createSchedule, type WatchStore } from './watches/watch.ts';
import { Watches } from './watches/watches.ts';

/** Everything that a command may use. */
export interface Services {
  transferApi: TransferApi;
  banks: BankDirectory;
  references: References;
  /** How the transfer service has answered of late. */
  lookUpSummary: () => LookUpSummary;
  /** What each person looked up lately. */
  recentLookUps: RecentLookUps;
  /** What was asked before, and how it was answered. */
  history: History;
  watches: Pick<Watches, keyof Watches>;
  batches: Batches;
}

/** How answers are worded and drawn. */
export interface Presentation {
  /** ISO 4217, when the operator says which currency the amounts are in. */
  currency: string | undefined;
  /** How account numbers appear where a whole channel reads. */
  shareAccountNumbers: ShareAccountNumbers;
  /** Whether references look as txnbot takes them to, and not as the operator has said. */
  knowsShape: boolean;
  names: CommandNames;
  /** Which blocks Slack takes; it may be told better while the bot runs. */
  readonly blockForm: BlockForm;
}

/** What outlives a question: of one process, in its folder or in memory, or of all that share a Redis. */
export interface Stores {
  state: State;
  watches: WatchStore;
  batches: BatchStore;
  /** They start before questions are taken. */
  parts: readonly Component[];
}

/** The production services, as configured. */
export function createServices(
  config: Config,
  logger: Logger,
  events: Events,
  { state, watches, batches }: Omit<Stores, 'parts'>,
): Services {
  const transferApi = createTransferApi({ ...config.transferApi, events });
  events.on('address', (isWrong) => {
    if (isWrong) logger.error('no bank list at TRANSFER_API_BASE_URL (HTTP 404): txnbot adds /v1/… itself');
    else logger.info('the address in TRANSFER_API_BASE_URL is right again');
  });
  return {
    transferApi,
    banks: createBankDirectory({ ...config.banks, load: transferApi.banks, events, logger }),
    references: createReferences(config.referencePattern),
    lookUpSummary: createLookUpStats(events),
    recentLookUps: createRecentLookUps(),
    history: createHistory(config.rememberMs),
    watches: new Watches({
      store: watches,
      schedule: createSchedule(config.watches),
      totalMax: config.watches.totalMax,
      events,
      logger,
    }),
    batches: createBatches({
      ...config.batches,
      store: batches,
      state,
      contact: config.access.contact,
      events,
      logger,
    }),
  };
}

/** As configured; the classic form of blocks, until Slack says that it takes the current one. */
export function createPresentation({
  currency,
  shareAccountNumbers,
  referencePattern,
  commandSuffix,
}: Config): Presentation {
  const names = commandNames(commandSuffix);
  return { currency, shareAccountNumbers, knowsShape: referencePattern === undefined, names, blockForm: 'classic' };
}
