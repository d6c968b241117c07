import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { KeptOfPeople } from './forget.ts';
import { createEmbeddedHistory } from './history/embedded-history.ts';
import type { Metrics } from './ops/metrics.ts';
import type { Part } from './parts.ts';
import type { Remembering } from './services.ts';
import { createStateFolder } from './state/state-folder.ts';
import { createEmbeddedEngine } from './watches/embedded-engine.ts';
import { forgetWatches } from './watches/forget-watches.ts';

/** What one process keeps in its folder, or in memory where it cannot have one. */
export interface Kept extends Remembering {
  /** They start before questions are taken; unstarted, everything is in memory. */
  parts: readonly Part[];
  ofPeople: readonly KeptOfPeople[];
}

export function createKept(config: Config, logger: Logger, metrics: Pick<Metrics, 'recordFallback'>): Kept {
  const folder = createStateFolder({ ...config.state, logger });
  const engine = createEmbeddedEngine({ folder, logger });
  const onTrouble = () => metrics.recordFallback('history');
  const { history, part } = createEmbeddedHistory({ rememberMs: config.rememberMs, folder, logger, onTrouble });
  return { engine, history, parts: [folder, engine, part], ofPeople: [forgetWatches(engine.store), part] };
}
