import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { KeptOfPeople } from './forget.ts';
import { createEmbeddedHistory } from './history/embedded-history.ts';
import type { Metrics } from './ops/metrics.ts';
import type { Part } from './parts.ts';
import type { Remembering } from './services.ts';
import type { Shared } from './shared.ts';
import { createStateFolder } from './state/state-folder.ts';
import { createEmbeddedEngine } from './watches/embedded-engine.ts';
import { forgetWatches } from './watches/forget-watches.ts';

export interface Kept extends Remembering {
  /** They start before questions are taken. */
  parts: readonly Part[];
  ofPeople: readonly KeptOfPeople[];
}

export interface KeptOptions {
  logger: Logger;
  metrics: Pick<Metrics, 'recordFallback'>;
  /** Set when processes share what is kept. */
  shared: Shared | undefined;
}

/** What is kept: by one process in its folder, or in memory where it cannot have one; or by all of them together. */
export function createKept(config: Config, { logger, metrics, shared }: KeptOptions): Kept {
  if (shared) {
    const { watches: engine, changeLog, memory } = shared;
    const { history, part } = memory;
    return { engine, history, changeLog, parts: [shared.part, part], ofPeople: [forgetWatches(engine.store), part] };
  }
  const folder = createStateFolder({ ...config.state, logger });
  const onTrouble = () => metrics.recordFallback('history');
  const { history, part } = createEmbeddedHistory({ rememberMs: config.rememberMs, folder, logger, onTrouble });
  const engine = createEmbeddedEngine({ folder, logger });
  return { engine, history, parts: [folder, engine, part], ofPeople: [forgetWatches(engine.store), part] };
}
