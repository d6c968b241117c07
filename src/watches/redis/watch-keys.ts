import { createHash } from 'node:crypto';

/** The names of what is kept of watches. */
export interface WatchKeys {
  /** Every watch by its id. */
  all: string;
  /** Every reference that is watched. */
  references: string;
  /** When each reference is to be asked about, by its `referenceId`. */
  due: string;
  /** The ids of the watches of one reference, or of one person. */
  ofReference(reference: string): string;
  ofPerson(personId: string): string;
}

/** What is kept is gone so long after somebody watched something last, also when no process is left to end it. */
export const keptMs = 9 * 24 * 60 * 60_000; // a watch lasts a week at most

export function createWatchKeys(namespace: string): WatchKeys {
  return {
    all: `${namespace}:watch:all`,
    references: `${namespace}:watch:references`,
    due: `${namespace}:watch:due`,
    ofReference: (reference) => `${namespace}:watch:reference:${referenceId(reference)}`,
    ofPerson: (personId) => `${namespace}:watch:person:${personId}`,
  };
}

/** Stands for a reference, of which nobody knows how long it is and what it holds, in the name of a key or a job. */
export function referenceId(reference: string): string {
  return createHash('sha256').update(reference).digest('hex');
}
