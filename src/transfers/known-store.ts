import { createHash } from 'node:crypto';
import { maskDots, type StatusGroup, withReversedFlag } from '../blocks/status.ts';
import { explainStoreErrors, onError, StoreError } from '../errors.ts';
import type { Asker } from '../policy.ts';
import type { ExpiringValue, ExpiringValues } from '../store/expiring-values.ts';
import { parseJson } from '../store/json.ts';
import { cut, isWithin } from '../text.ts';
import type { Assignees } from './assignees.ts';
import { redactForStorage } from './disclosure.ts';
import { type Assignee, type Known, Sighting } from './known.ts';
import { hasStatus, isOpen, type Row, referenceOf, rowGroup } from './row.ts';

interface KnownOptions {
  values: ExpiringValues;
  assignees: Assignees;
  /** How long a status is remembered, in milliseconds; 0: not at all. */
  rememberMs: number;
  logger: Parameters<typeof explainStoreErrors>[1];
}

export type KnownTransactions = ReturnType<typeof createKnownTransactions>;

/**
 * Knows of each transaction who saw which status of its record and its requery, and who is on it.
 * A record and its requery share the record's `id`.
 */
export function createKnownTransactions(options: KnownOptions) {
  const { values, assignees, rememberMs, logger } = options;
  const explained = <T>(run: () => Promise<T>) => explainStoreErrors('Assignees', logger, run);

  /** Reads at once what was seen under these keys. */
  async function read(keys: readonly string[]): Promise<ReadonlyMap<string, Sighting>> {
    const found = new Map<string, Sighting>();
    if (rememberMs === 0 || keys.length === 0) return found;

    const texts = await values.read(keys);
    for (const [index, key] of keys.entries()) {
      const text = texts[index];
      const sighting = text === undefined ? undefined : parseJson(text, Sighting);
      if (sighting && isWithin(rememberMs, sighting.atMs)) found.set(key, sighting);
    }
    return found;
  }

  async function write(sightings: ReadonlyMap<string, Sighting>): Promise<void> {
    if (rememberMs === 0) return;

    const nowMs = Date.now();
    const written: ExpiringValue[] = [];
    for (const [key, sighting] of sightings) {
      const ttlMs = sighting.atMs + rememberMs - nowMs;
      if (ttlMs > 0) written.push({ key, value: JSON.stringify(sighting), ttlMs });
    }
    await values.write(written);
  }

  /** Finds who is on these transactions; nobody while that cannot be read. */
  async function findAssignees(references: readonly string[]): Promise<Map<string, Assignee>> {
    const found = await assignees.of(references).catch(onError(StoreError, () => []));
    return new Map(found.map((assignee) => [assignee.id, assignee]));
  }

  /**
   * Returns rows with what is known of their transactions, and what is to be remembered of them.
   * Reads once, however many rows there are.
   */
  async function attach(rows: readonly Row[], personId: string) {
    const keys = rows.map(keysOf);
    const requeries = rows.map(({ requeried }) => requeried && keysOf(requeried));
    const references = rows.map(referenceOf).filter((reference) => reference !== undefined);
    const [seen, assigneeOf] = await Promise.all([
      read([...keys, ...requeries].flatMap(keysToRead)),
      findAssignees(references),
    ]);
    const sightings = new Map<string, Sighting>();

    /** @returns what was known under these keys before the row reported its status */
    const report = (row: Row, own: Keys | undefined, recorded?: StatusGroup): Known => {
      if (own === undefined) return {};

      const last = seen.get(own.subject);
      const byAnother = last?.personId === personId ? seen.get(own.another) : last;
      const now = { ...createSighting(row, personId, last), recorded };
      sightings.set(own.subject, now);
      if (own.byId !== undefined) sightings.set(own.byId, now);
      if (own.bySession !== undefined) sightings.set(own.bySession, now);
      if (last && last === byAnother) sightings.set(own.another, last);

      const counterpart = own.counterpart === undefined ? undefined : seen.get(own.counterpart);
      return { byAnother, counterpart, sinceMs: now.sinceMs };
    };

    const attached = rows.map((row, index): Row => {
      const known = { ...row, known: report(row, keys[index]) };
      if (row.requeried) report(row.requeried, requeries[index], rowGroup(row));

      const holder = assigneeOf.get(referenceOf(row) ?? '');
      if (holder === undefined || !isOpen(known)) return known;

      const assignee = { ...holder, isOwn: holder.personId === personId };
      return { ...row, known: { ...known.known, assignee } };
    });
    return { attached, sightings };
  }

  return {
    /** Whether any status is remembered. */
    isRemembering: rememberMs > 0,
    /**
     * Finds what was last seen of these transactions and of their requeries, in the same order.
     * Reads twice at most.
     */
    async lastSeen(references: readonly string[]): Promise<LastSeen[]> {
      const keys = references.map((reference) => `record ${reference}`);
      const records = await read(keys.flatMap((key) => [key, `another ${key}`]));
      const ids = keys.map((key) => records.get(key)?.id?.trim()).filter((id) => id);
      const requeries = await read(ids.map((id) => `requery ${id}`));

      return references.map((reference) => {
        const record = records.get(`record ${reference}`);
        const another = records.get(`another record ${reference}`);
        return {
          reference,
          record,
          another,
          requery: requeries.get(`requery ${record?.id?.trim()}`),
        };
      });
    },
    /** Finds the last sighting of the record with each of these session ids, in the same order. */
    async findBySession(sessionIds: readonly string[]): Promise<(Sighting | undefined)[]> {
      const keys = sessionIds.map(sessionKey);
      const found = await read(keys);
      return keys.map((key) => found.get(key));
    },
    /** Lists who is on which transaction. @throws UserError if that cannot be read */
    allAssignees: () => explained(() => assignees.all()),
    /** Returns rows with what is known of their transactions. No answer fails for it. */
    async find(rows: readonly Row[], { personId }: Pick<Asker, 'personId'>): Promise<Row[]> {
      const { attached } = await attach(rows, personId);
      return attached;
    },
    /** Returns rows as `find` does, and remembers what they report. Reads and writes once. */
    async recall(rows: readonly Row[], { personId }: Pick<Asker, 'personId'>): Promise<Row[]> {
      const { attached, sightings } = await attach(rows, personId);
      await write(sightings);
      return attached;
    },
    /** Finds who is on these transactions, by reference; nobody while that cannot be read. */
    findAssignees,
    /** Assigns a transaction as `Assignees` does. @throws UserError if it cannot be stored */
    assign: (...args: Parameters<Assignees['take']>) => explained(() => assignees.take(...args)),
    /** Ends an assignment as `Assignees` does. @throws UserError if it cannot be stored */
    release: (...args: Parameters<Assignees['release']>) =>
      explained(() => assignees.release(...args)),
  };
}

/** What the team saw of a transaction last; nothing if that is too long ago, or after a restart. */
export interface LastSeen {
  reference: string;
  record: Sighting | undefined;
  /** The last sighting of the record by another person than that. */
  another: Sighting | undefined;
  requery: Sighting | undefined;
}

interface Keys {
  /** Of the last sighting. */
  subject: string;
  /** Of the last sighting by another person than that. */
  another: string;
  /** Of the requery of a record, or the record of a requery. */
  counterpart: string | undefined;
  /** By which a requery finds a record. */
  byId: string | undefined;
  /** By which a session id finds a record; holds a digest of it alone. */
  bySession?: string | undefined;
}

/** Returns the keys of a row's transaction; `undefined` if the row reports no status of it. */
function keysOf(row: Row): Keys | undefined {
  if (row.failure !== undefined || row.other) return undefined;

  if (row.isRequery) {
    if (!hasStatus(row)) return undefined;
    const subject = `requery ${row.asked}`;
    const another = `another ${subject}`;
    return { subject, another, counterpart: `id ${row.asked}`, byId: undefined };
  }

  const subject = `record ${row.asked}`;
  const another = `another ${subject}`;
  const { id, sessionId } = row.transaction ?? {};
  const bySession = sessionId && sessionKey(sessionId.trim());
  const requeryId = id?.trim();
  if (!requeryId) return { subject, another, counterpart: undefined, byId: undefined, bySession };
  const byId = `id ${requeryId}`;
  return { subject, another, counterpart: `requery ${requeryId}`, byId, bySession };
}

function sessionKey(sessionId: string): string {
  return `session ${createHash('sha256').update(sessionId).digest('hex')}`;
}

function keysToRead(keys: Keys | undefined): string[] {
  if (keys === undefined) return [];
  return [keys.subject, keys.another, keys.counterpart].filter((key) => key !== undefined);
}

/** The longest status to remember, in characters. */
const wordsMax = 60;

function createSighting(row: Row, personId: string, last: Sighting | undefined): Sighting {
  const { isRequery, asked, transaction = {} } = row;
  const { status, reversedFlag, bank } = redactForStorage(row);
  const group = rowGroup(row) ?? 'unknown';
  const words = status === maskDots ? '' : cut(status, wordsMax);
  const atMs = Date.now();

  return {
    words: withReversedFlag(words, reversedFlag) || undefined,
    group,
    atMs,
    sinceMs: last?.group === group ? last.sinceMs : atMs,
    personId,
    reference: referenceOf(row),
    id: isRequery ? asked : transaction.id,
    bank: isRequery ? undefined : bank,
    createdAtMs: transaction.createdAt,
  };
}
