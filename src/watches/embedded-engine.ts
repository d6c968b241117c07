import type { Part } from '../parts.ts';
import { createEmbeddedStore, type EmbeddedStoreOptions } from './embedded-store.ts';
import { createEmbeddedTimetable } from './embedded-timetable.ts';
import type { WatchEngine } from './engine.ts';

/** Watches of this process alone. As a part it starts after its folder. */
export function createEmbeddedEngine(options: EmbeddedStoreOptions): WatchEngine & Part {
  const store = createEmbeddedStore(options);
  return {
    store,
    timetable: createEmbeddedTimetable({ references: store.references }),
    start: store.load,
    stop: store.close,
  };
}
