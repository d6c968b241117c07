import { pino } from 'pino';
import { createChangeLog } from '../../banks/change-log.ts';
import { createBankDirectory } from '../../banks/directory.ts';
import { commandNames } from '../../commands/index.ts';
import type { Resources } from '../../commands/inquire.ts';
import type { Config } from '../../config/config.ts';
import { createReferenceFinder } from '../../reading/find-references.ts';
import { createPresentation } from '../../services.ts';
import { createOwnLookUps } from '../../state/own-look-ups.ts';
import { createLookUpStats } from '../../transfers/look-up-stats.ts';
import type { BlockForm } from '../../views/block-form.ts';
import { sampleTransferApi } from './sample-records.ts';
import { sampleHistory, sampleWatches } from './sample-services.ts';

const hourMs = 60 * 60_000;

/** The bot's own commands, asking nobody. */
export function sampleResources(config: Config, blockForm: BlockForm): Resources {
  const logger = pino({ level: 'silent' });
  return {
    services: {
      transferApi: sampleTransferApi,
      banks: createBankDirectory({
        load: sampleTransferApi.banks,
        ttlMs: hourMs,
        maxStaleMs: hourMs,
        changeLog: createChangeLog(),
        logger,
      }),
      findReferences: createReferenceFinder(),
      lookUpSummary: createLookUpStats().summary,
      ownLookUps: createOwnLookUps(),
      history: sampleHistory,
      watches: sampleWatches,
    },
    presentation: { ...createPresentation(config, commandNames(config.commandSuffix)), blockForm },
  };
}
