import { maskDots, withReversedFlag } from '../blocks/status.ts';
import { onError, StoreError } from '../errors.ts';
import type { Asker } from '../policy.ts';
import type { ExpiringValue, ExpiringValues } from '../store/expiring-values.ts';
import { parseJson } from '../store/json.ts';
import { cut } from '../text.ts';
import type { Assignees } from './assignees.ts';
import { redactForStorage } from './disclosure.ts';
import { type Assignee, Sighting } from './known.ts';
import { hasStatus, type Row, recordedGroup, rowGroup } from './row.ts';

interface KnownOptions {
  values: ExpiringValues;
  assignees: Assignees;
  /** How long a status is remembered, in milliseconds; 0: not at all. */
  rememberMs: number;
}

export type KnownTransactions = ReturnType<typeof createKnownTransactions>;

/** Remembers what people saw of each transaction. No answer fails because it cannot be read. */
export function createKnownTransactions({ values, assignees, rememberMs }: KnownOptions) {
  /** Reads at once what was seen under these keys. */
  async function read(keys: readonly string[]): Promise<ReadonlyMap<string, Sighting>> {
    const found = new Map<string, Sighting>();
    if (rememberMs === 0 || keys.length === 0) return found;

    const texts = await values.read(keys);
    for (const [index, key] of keys.entries()) {
      const sighting = parseJson(texts[index] ?? '', Sighting);
      if (sighting && isRecent(sighting.atMs, rememberMs)) found.set(key, sighting);
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

  async function findAssignees(rows: readonly Row[]): Promise<ReadonlyMap<string, Assignee>> {
    const references = new Set(rows.map(referenceOf).filter((each) => each !== undefined));
    const found = await assignees.of([...references]).catch(onError(StoreError, () => []));
    return new Map(found.map((assignee) => [assignee.id, assignee]));
  }

  return {
    /**
     * Returns rows with what is known of their transactions, and remembers what they report. Takes
     * one read and one write, however many rows there are.
     */
    async recall(rows: readonly Row[], { personId }: Pick<Asker, 'personId'>): Promise<Row[]> {
      const keys = rows.map(keysOf);
      const [seen, assigned] = await Promise.all([
        read(keys.flatMap(keysToRead)),
        findAssignees(rows),
      ]);
      const written = new Map<string, Sighting>();

      const recalled = rows.map((row, index): Row => {
        const holder = assigned.get(referenceOf(row) ?? '');
        const assignee = holder && { ...holder, isOwn: holder.personId === personId };
        const own = keys[index];
        if (own === undefined) return { ...row, known: { assignee } };

        const last = seen.get(own.subject);
        const byAnother = last?.personId === personId ? seen.get(own.another) : last;
        const now = createSighting(row, personId, last);
        written.set(own.subject, now);
        if (own.byId) written.set(own.byId, now);
        if (last && last === byAnother) written.set(own.another, last);

        const counterpart = own.counterpart && seen.get(own.counterpart);
        return { ...row, known: { byAnother, counterpart, assignee } };
      });

      await write(written);
      return recalled;
    },
  };
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
}

/** Returns the keys of a row's transaction; `undefined` if the row reports no status of it. */
function keysOf(row: Row): Keys | undefined {
  if (row.failure !== undefined) return undefined;

  if (row.isRequery) {
    const subject = `requery ${row.asked}`;
    const counterpart = `id ${row.asked}`;
    return hasStatus(row)
      ? { subject, another: `another ${subject}`, counterpart, byId: undefined }
      : undefined;
  }

  const { reference, id } = row.transaction ?? {};
  if (!reference) return undefined;

  const subject = `record ${reference}`;
  return {
    subject,
    another: `another ${subject}`,
    counterpart: id ? `requery ${id}` : undefined,
    byId: id ? `id ${id}` : undefined,
  };
}

function keysToRead(keys: Keys | undefined): string[] {
  if (keys === undefined) return [];
  return [keys.subject, keys.another, keys.counterpart].filter((key) => key !== undefined);
}

/** The longest status to remember, in characters. */
const wordsMax = 60;

function createSighting(row: Row, personId: string, last: Sighting | undefined): Sighting {
  const { isRequery, asked, ofRecord, recorded, transaction = {} } = row;
  const { status, reversedFlag, bank } = redactForStorage(row);
  const group = rowGroup(row) ?? 'unknown';
  const atMs = Date.now();
  const words = status === maskDots ? '' : cut(status, wordsMax);

  return {
    words: withReversedFlag(words, reversedFlag) || undefined,
    group,
    atMs,
    sinceMs: last?.group === group ? last.sinceMs : atMs,
    personId,
    reference: isRequery ? ofRecord : transaction.reference,
    id: isRequery ? asked : transaction.id,
    recorded: recorded === undefined ? undefined : recordedGroup(recorded),
    bank: isRequery ? undefined : bank,
    createdAtMs: transaction.createdAt,
  };
}

/** The reference of a row's record, as far as it is known. */
function referenceOf(row: Row): string | undefined {
  return row.isRequery ? row.ofRecord : (row.transaction?.reference ?? row.asked);
}

/** Whether a time is less than `maxAgeMs` ago; false for the future, as of another clock. */
function isRecent(atMs: number, maxAgeMs: number): boolean {
  const ageMs = Date.now() - atMs;
  return ageMs >= 0 && ageMs < maxAgeMs;
}
