import { letOthersRun } from '../async.ts';
import { type StatusGroup, withReversedFlag } from '../blocks/status.ts';
import { explainStoreErrors, onError, StoreError } from '../errors.ts';
import type { Asker } from '../policy.ts';
import { hasReferenceShape } from '../reading/shapes.ts';
import type { ExpiringValues } from '../store/expiring-values.ts';
import { cut, digest, isDefined, isWithin, joinNonEmpty } from '../text.ts';
import { isSameReference } from '../transfer-service/client.ts';
import type { Assignees } from './assignees.ts';
import { isOpen } from './contradictions.ts';
import { redactForStorage } from './disclosure.ts';
import { type Assignee, type Known, type Sighting, seenStatusMax } from './known.ts';
import { readOtherTransfer, readReference } from './requery-answer.ts';
import { hasStatus, isAboutOther, otherText, type Row, referenceOf, rowGroup } from './row.ts';

/** The most rows whose keys are read at once: some milliseconds of work. */
const rowsPerRead = 500;

interface KnownOptions {
  sightings: ExpiringValues<Sighting>;
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
  const { sightings: store, assignees, rememberMs, logger } = options;
  const explained = <T>(run: () => Promise<T>) => explainStoreErrors('Assignees', logger, run);

  /** Reads at once what was seen under these keys. */
  async function readSeen(keys: readonly string[]): Promise<Seen> {
    const found = new Map<string, Sighting>();
    const sightings = await store.read(keys);

    for (const [index, key] of keys.entries()) {
      const sighting = sightings[index];
      if (sighting && isWithin(rememberMs, sighting.atMs)) found.set(key, sighting);
    }

    return found;
  }

  /** Finds who is on these transactions; `undefined` while that cannot be read. */
  async function findAssignees(
    references: readonly string[],
  ): Promise<Map<string, Assignee> | undefined> {
    const found = await assignees.of(references).catch(onError(StoreError, () => undefined));
    return found && new Map(found.map((assignee) => [assignee.id, assignee]));
  }

  /**
   * Returns rows with what is known of their transactions, as `personId` may read it. Reads once a
   * slice, and lets the event loop run between two of them.
   * @param onRow gets each row and what was seen of its transaction before
   */
  async function attach(
    rows: readonly Row[],
    personId: string,
    onRow: (row: Row, seen: Seen) => void = () => {},
  ): Promise<Row[]> {
    const attached: Row[] = [];
    for (let at = 0; at < rows.length; at += rowsPerRead) {
      if (at > 0) await letOthersRun();

      const slice = rows.slice(at, at + rowsPerRead);
      const references = slice.map(referenceOf).filter(isDefined);
      const [seen, holders] = await Promise.all([
        readSeen(slice.flatMap(keysToRead)),
        findAssignees(references),
      ]);

      for (const answered of slice) {
        const row = compareWithRecord(answered, seen);
        onRow(row, seen);

        const known = knownOf(row, seen, personId);
        const holder = holders?.get(referenceOf(row) ?? '');

        if (holder && isOpen({ ...row, known }))
          known.assignee = { ...holder, isOwn: holder.personId === personId };
        attached.push({ ...row, known });
      }
    }

    return attached;
  }

  return {
    /** Whether any status is remembered. */
    isRemembering: rememberMs > 0,
    /**
     * Returns these transactions and their requeries as the team saw them last, in the same order.
     * A transaction that nobody saw is a row with the failure `not_asked`. Reads twice at most.
     */
    async lastSeen(references: readonly string[]): Promise<Row[]> {
      const keyOf = (reference: string) => `record ${reference}`;
      const seen = await readSeen(references.map(keyOf).flatMap((key) => [key, `another ${key}`]));
      const requeryKeyOf = (reference: string) =>
        `requery ${seen.get(keyOf(reference))?.id?.trim()}`;
      const requeries = await readSeen(references.map(requeryKeyOf));

      return references.map((reference) =>
        seenRow(reference, {
          last: seen.get(keyOf(reference)),
          byAnother: seen.get(`another ${keyOf(reference)}`),
          counterpart: compareReference(requeries.get(requeryKeyOf(reference)), reference),
        }),
      );
    },
    /** Finds the last sighting of the record with each of these session ids, in the same order. */
    async findBySession(sessionIds: readonly string[]): Promise<(Sighting | undefined)[]> {
      const keys = sessionIds.map(sessionKey);
      const seen = await readSeen(keys);
      return keys.map((key) => seen.get(key));
    },
    /** Lists who is on which transaction. @throws UserError if that cannot be read */
    allAssignees: () => explained(() => assignees.all()),
    /** Returns rows with what is known of their transactions. No answer fails for it. */
    find: (rows: readonly Row[], { personId }: Pick<Asker, 'personId'>) => attach(rows, personId),
    /**
     * Returns rows as `find` does, and remembers what they report. Reads and writes once.
     * @param isList whether a list reports them, so that its many rows displace nothing else
     */
    async recall(rows: readonly Row[], { personId, isList = false }: Reporter): Promise<Row[]> {
      const reported = new Map<string, Sighting>();
      const attached = await attach(rows, personId, (row, seen) => {
        addReport(reported, row, seen, personId);
        if (row.requeried) addReport(reported, row.requeried, seen, personId, rowGroup(row));
      });

      // A sighting of another person is kept under one more key, for no longer than before.
      const nowMs = Date.now();
      const entries = [...reported]
        .map(([key, value]) => ({ key, value, ttlMs: value.atMs + rememberMs - nowMs }))
        .filter(({ ttlMs }) => ttlMs > 0);
      await store.write(entries, isList);

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

function seenRow(asked: string, known: Known): Row {
  const { last } = known;
  const row = { isRequery: false, asked, known };
  if (last === undefined) return { ...row, failure: 'not_asked' };

  const { words, group, bank = '', createdAtMs: createdAt } = last;
  return {
    ...row,
    status: words,
    reversedFlag: group === 'reversed' ? '1' : undefined,
    transaction: { createdAt, destinationBankCode: bank },
  };
}

/** Who saw what is remembered. */
export type Reporter = Pick<Asker, 'personId'> & { isList?: boolean };

/** Sightings by key. */
type Seen = ReadonlyMap<string, Sighting>;

interface Keys {
  /** Of the last sighting. */
  subject: string;
  /** Of the last sighting by another person than that. */
  another: string;
  /** Of the requery of a record, or the record of a requery. */
  counterpart: string | undefined;
}

/** Returns the keys of a row's transaction; `undefined` if the row reports nothing of it. */
function keysOf(row: Row): Keys | undefined {
  const { isRequery, asked, failure } = row;
  if (failure !== undefined || (isRequery && !hasStatus(row))) return undefined;

  const subject = `${isRequery ? 'requery' : 'record'} ${asked}`;
  const id = row.transaction?.id?.trim();
  const counterpart = isRequery ? `id ${asked}` : id && `requery ${id}`;
  return { subject, another: `another ${subject}`, counterpart: counterpart || undefined };
}

/** Lists further keys by which a record is found: its `id`, and a digest of its session id. */
function furtherKeys({ isRequery, transaction }: Row): string[] {
  if (isRequery) return [];

  const id = transaction?.id?.trim();
  const sessionId = transaction?.sessionId?.trim();
  const keys = id ? [`id ${id}`] : [];

  if (sessionId) keys.push(sessionKey(sessionId));
  return keys;
}

function sessionKey(sessionId: string): string {
  return `session ${digest(sessionId)}`;
}

function keysToRead(row: Row): string[] {
  const { subject, another, counterpart } = keysOf(row) ?? {};
  const keys = [subject, another, counterpart].filter(isDefined);
  return row.requeried ? [...keys, ...keysToRead(row.requeried)] : keys;
}

/**
 * Compares a requery that was asked for by itself with the record of its id that was seen last:
 * where it states another reference, it may be about another transfer.
 */
function compareWithRecord(row: Row, seen: Seen): Row {
  const { isRequery, asked, requery } = row;
  const reference = isRequery && seen.get(`id ${asked}`)?.reference;
  const other = reference && requery && readOtherTransfer(requery, { reference });
  return other ? { ...row, otherId: row.otherId ?? other.value } : row;
}

/** Returns what was seen of a row's transaction before, as a person may read it. */
function knownOf(row: Row, seen: Seen, personId: string): Known {
  const keys = keysOf(row);
  if (keys === undefined) return {};

  const last = seen.get(keys.subject);
  const byAnother = last?.personId === personId ? seen.get(keys.another) : last;
  const counterpart = compareReference(seen.get(keys.counterpart ?? ''), referenceOf(row));
  const isOwn = last?.personId === personId;
  const isSame = isOwn && last.words === row.status && last.group === rowGroup(row);
  const sameSinceMs = isSame ? last.atMs : undefined;
  return { byAnother, counterpart, sameSinceMs, sinceMs: sinceOf(row, last) };
}

/** Compares a requery that was made before its record was seen with the record's reference. */
function compareReference(
  sighting: Sighting | undefined,
  reference: string | undefined,
): Sighting | undefined {
  if (!sighting?.stated || !reference || isSameReference(sighting.stated, reference))
    return sighting;

  return { ...sighting, isOther: true, words: otherText({ field: 'reference', value: '' }) };
}

function sinceOf(row: Row, last: Sighting | undefined): number {
  return last !== undefined && last.group === rowGroup(row) ? last.sinceMs : Date.now();
}

/**
 * Adds what a row reports to the sightings to store.
 * @param recorded of a requery made with its record: the group of the record's status
 */
function addReport(
  reported: Map<string, Sighting>,
  row: Row,
  seen: Seen,
  personId: string,
  recorded?: StatusGroup,
): void {
  const keys = keysOf(row);
  if (keys === undefined) return;

  const last = seen.get(keys.subject);
  const now = createSighting(row, personId, last);

  if (row.isRequery) now.recorded = recorded ?? seen.get(keys.counterpart ?? '')?.group;
  for (const key of [keys.subject, ...furtherKeys(row)]) reported.set(key, now);
  if (last && last.personId !== personId) reported.set(keys.another, last);
}

function createSighting(row: Row, personId: string, last: Sighting | undefined): Sighting {
  const { isRequery, asked, transaction = {}, requery } = row;
  const redacted = redactForStorage(row);
  const stated = requery && row.otherId === undefined ? readReference(requery) : undefined;

  return {
    words: wordsToStore(row, redacted),
    group: rowGroup(row) ?? 'unknown',
    atMs: Date.now(),
    sinceMs: sinceOf(row, last),
    personId,
    reference: referenceOf(row),
    id: isRequery ? asked : transaction.id,
    isOther: isAboutOther(row) || undefined,
    stated: stated && hasReferenceShape(stated) ? stated : undefined,
    bank: redacted.bank,
    createdAtMs: transaction.createdAt,
  };
}

/** Returns a row's status as a channel may read it; `undefined` if there is none. */
function wordsToStore(
  { other, otherId }: Row,
  { status, reversedFlag }: ReturnType<typeof redactForStorage>,
): string | undefined {
  if (other) return otherText({ ...other, value: '' });

  const words = withReversedFlag(cut(status, seenStatusMax), reversedFlag);
  if (otherId === undefined) return words || undefined;
  return joinNonEmpty([words, 'names another transaction'], ', ');
}
