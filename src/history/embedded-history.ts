import type { Logger } from 'pino';
import type { KeptOfPeople } from '../forget.ts';
import type { Part } from '../parts.ts';
import type { StateFolder } from '../state/state-folder.ts';
import { createHistory, type History, noHistory } from './history.ts';
import { createHistoryFile } from './history-file.ts';
import { createHistoryKey, keyVersion, parseKey } from './history-key.ts';
import { createKeptEntries } from './kept-entries.ts';
import { historyVersion, parseHistory } from './kept-form.ts';
import { createMemoryStore } from './memory-store.ts';
import { createTrouble } from './trouble.ts';

export interface EmbeddedHistoryOptions {
  /** 0 remembers nothing, and empties what was kept. */
  rememberMs: number;
  folder: StateFolder;
  logger: Logger;
  /** Counts what could not be remembered, read or kept. */
  onTrouble: () => void;
}

export interface EmbeddedHistory {
  history: History;
  part: Part & KeptOfPeople;
}

/**
 * A history of one process. The part, which starts after its folder, loads what was kept and keeps what comes; without
 * it, and while the folder is another process's, the history is in memory alone.
 */
export function createEmbeddedHistory(options: EmbeddedHistoryOptions): EmbeddedHistory {
  const { rememberMs, folder, logger, onTrouble } = options;
  const troubled = (what: string) => createTrouble({ logger, what, onTrouble });
  const inFile = troubled('what was asked cannot be kept: it is forgotten when the process ends');
  const where = { folder, logger };
  const keyFile = createHistoryFile({ ...where, name: 'history-key.json', version: keyVersion, parse: parseKey });
  const file = createHistoryFile({ ...where, name: 'history.json', version: historyVersion, parse: parseHistory });
  const key = createHistoryKey(keyFile, inFile.meet);
  const store = createMemoryStore(rememberMs, key.read);
  const part = createKeptEntries({ store, key, isOn: rememberMs > 0, file, trouble: inFile });
  if (rememberMs === 0) return { history: noHistory, part };
  return { history: createHistory(store, troubled('what was asked cannot be remembered')), part };
}
