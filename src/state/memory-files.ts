import type { KeptFiles } from './state.ts';

/** Kept files in the memory of one process, lost when it ends; as JSON, so that they hold what a file would. */
export function createMemoryFiles(): KeptFiles {
  const kept = new Map<string, string>();
  return (name) => ({
    async read() {
      const text = kept.get(name);
      return text === undefined ? undefined : JSON.parse(text);
    },
    async write(value) {
      kept.set(name, JSON.stringify(value));
    },
  });
}
