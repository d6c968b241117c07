import { randomBytes } from 'node:crypto';
import type { Component, PersonalData } from '../components.ts';
import {
  type AnsweredEntry,
  type Counts,
  countsOf,
  createFingerprint,
  type Entry,
  isAnswered,
  type Minutes,
  type NewEntry,
} from './hints.ts';

/** Previous look-ups. No method rejects. */
export interface History {
  /**
   * Resolves with answers about any of it before, and with counts of the last half hour with it.
   * @param looks what somebody looked up at once
   * @param personId who asks
   */
  remember(looks: readonly NewEntry[], personId: string): Promise<{ before: readonly AnsweredEntry[]; counts: Counts }>;
  counts(minutes: Minutes): Promise<Counts>;
}

/** A history, and the component that fills it at the start and stores what comes. */
export interface StoredHistory {
  history: History;
  part: Component & PersonalData;
}

const entriesMax = 10_000;
const keyBytes = 32;
const hintMinutes = 30;

/** The latest entries in the memory of one process, in the order in which they came. */
export class RecentEntries {
  readonly #rememberMs: number;
  #entries: readonly Entry[] = [];
  #key: Uint8Array = randomBytes(keyBytes);

  constructor(rememberMs: number) {
    this.#rememberMs = rememberMs;
  }

  /** The key of the fingerprints. */
  get key(): Uint8Array {
    return this.#key;
  }

  /** Forgets all entries: under another key the same transfer has another fingerprint, and would count twice. */
  beginAnew(key: Uint8Array): void {
    this.#key = key;
    this.#entries = [];
  }

  add(entries: readonly Entry[]): void {
    this.#entries = [...this.all(), ...entries].slice(-entriesMax);
  }

  all(): readonly Entry[] {
    const nowMs = Date.now();
    return this.#entries.filter(({ atMs }) => atMs > nowMs - this.#rememberMs && atMs <= nowMs);
  }

  /** @returns how many entries there were of the people whom `isForgotten` names */
  forget(isForgotten: (personId: string) => boolean): number {
    const isTheirs = (entry: Entry) => isAnswered(entry) && isForgotten(entry.personId);
    const before = this.#entries;
    this.#entries = before.filter((entry) => !isTheirs(entry));
    return before.length - this.#entries.length;
  }
}

/** @param share stores new entries where other processes read them, and adds theirs to `recent`; never rejects */
export function createHistory(recent: RecentEntries, share = async (_added: readonly Entry[]) => {}): History {
  return {
    async remember(looks, personId) {
      const atMs = Date.now();
      const fingerprintOf = createFingerprint(recent.key);
      const added = looks.map(({ asked, ...rest }): Entry => {
        const dated = { fingerprint: fingerprintOf(asked), atMs };
        return 'failure' in rest ? { ...dated, ...rest } : { ...dated, personId, ...rest };
      });
      const asked = new Set(added.map(({ fingerprint }) => fingerprint));
      const alike = () => recent.all().filter(({ fingerprint }) => asked.has(fingerprint));
      const known = alike();
      recent.add(added);
      await share(added);
      // Meanwhile others may have asked the same; what other processes were asked before is news of an earlier time.
      const before = alike().filter((entry) => known.includes(entry) || entry.atMs < atMs);
      return { before: before.filter(isAnswered), counts: countsOf(recent.all(), hintMinutes) };
    },
    async counts(minutes) {
      await share([]);
      return countsOf(recent.all(), minutes);
    },
  };
}
