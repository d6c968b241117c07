import type { Logger } from 'pino';
import type { Part } from '../parts.ts';
import type { KeptFiles } from '../state/state.ts';
import { createHistory, type History, noHistory } from './history.ts';
import { readHistoryKey } from './history-key.ts';
import { createKeptEntries } from './kept-entries.ts';
import { createMemoryStore } from './memory-store.ts';
import { createTrouble } from './trouble.ts';

export interface EmbeddedHistoryOptions {
  /** 0 remembers nothing, and empties what was kept. */
  rememberMs: number;
  files: KeptFiles;
  logger: Logger;
  /** Counts what could not be remembered, read or kept. */
  onTrouble: () => void;
}

/** A history of one process. The part loads what was kept, keeps what comes, and may be left unstarted. */
export function createEmbeddedHistory(options: EmbeddedHistoryOptions): { history: History; part: Part } {
  const { rememberMs, files, logger, onTrouble } = options;
  const troubled = (what: string) => createTrouble({ logger, what, onTrouble });
  const inFile = troubled('what was asked cannot be kept: it is forgotten when the process ends');
  let key: Promise<Uint8Array> | undefined;
  const store = createMemoryStore(rememberMs, () => {
    key ??= readHistoryKey(files('history-key.json'), inFile.meet);
    return key;
  });
  const part = createKeptEntries({ store, file: files('history.json'), trouble: inFile });
  if (rememberMs === 0) return { history: noHistory, part };
  return { history: createHistory(store, troubled('what was asked cannot be remembered')), part };
}
