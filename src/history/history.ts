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
   * Resolves with answers about the same before this one, and with counts of the last half hour with it.
   * @param personId who asks
   */
  remember(look: NewEntry, personId: string): Promise<{ before: readonly AnsweredEntry[]; counts: Counts }>;
  /** Resolves with the counts as they are with all of them. */
  rememberAll(looks: readonly NewEntry[], personId: string): Promise<Counts>;
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
  function entryOf({ asked, ...rest }: NewEntry, personId: string): Entry {
    const dated = { fingerprint: createFingerprint(recent.key)(asked), atMs: Date.now() };
    return 'failure' in rest ? { ...dated, ...rest } : { ...dated, personId, ...rest };
  }

  async function add(added: readonly Entry[]): Promise<void> {
    recent.add(added);
    await share(added);
  }

  function alike({ fingerprint }: Entry): Entry[] {
    return recent.all().filter((entry) => entry.fingerprint === fingerprint);
  }

  return {
    async remember(look, personId) {
      const added = entryOf(look, personId);
      const known = alike(added);
      await add([added]);
      // Meanwhile others may have asked the same; what other processes were asked before is news of an earlier time.
      const before = alike(added).filter((entry) => known.includes(entry) || entry.atMs < added.atMs);
      return { before: before.filter(isAnswered), counts: countsOf(recent.all(), hintMinutes) };
    },
    async rememberAll(looks, personId) {
      await add(looks.map((look) => entryOf(look, personId)));
      return countsOf(recent.all(), hintMinutes);
    },
    async counts(minutes) {
      await share([]);
      return countsOf(recent.all(), minutes);
    },
  };
}

const nothing: Counts = { banks: [], lookUps: 0, failures: new Map() };

/** With REMEMBER_HOURS=0. */
export const noHistory: History = {
  remember: async () => ({ before: [], counts: nothing }),
  rememberAll: async () => nothing,
  counts: async () => nothing,
};
