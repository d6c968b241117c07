import { createStateFolder } from '../../src/state/state-folder.ts';
import { createEmbeddedEngine } from '../../src/watches/embedded-engine.ts';
import type { WatchEngine } from '../../src/watches/engine.ts';
import { logLines } from './log-lines.ts';

/** Watches in memory alone: nobody starts the folder, so nothing is written. */
export function memoryEngine(): WatchEngine {
  const { logger } = logLines();
  return createEmbeddedEngine({ folder: createStateFolder({ path: 'never', isNamed: false, logger }), logger });
}
