import * as z from 'zod';
import { maskDots, type StatusGroup } from '../blocks/status.ts';
import { joinNonEmpty } from '../text.ts';

const StoredGroup = z.enum([
  'settled',
  'moving',
  'failed',
  'reversed',
  'unknown',
] as const satisfies readonly StatusGroup[]);

/**
 * A status of a record or of a requery that somebody saw. Holds no name, account, amount or
 * narration.
 */
export const Sighting = z
  .object({
    /** The service's words; absent if it gave none, `maskDots` if only the asker may read them. */
    words: z.string(),
    group: StoredGroup,
    /** Milliseconds since 1970. */
    atMs: z.number(),
    /** When a status of this group was first seen, in milliseconds since 1970. */
    sinceMs: z.number(),
    /** Absent when a channel reads the answer, since who else asked is private. */
    personId: z.string(),
    /** Of a record alone. */
    reference: z.string(),
    /** The record's `id`, or the id that was requeried. */
    id: z.string(),
    /** Of a requery: the group that its record's status had then, if that was looked up before. */
    recorded: StoredGroup,
    /** Of a requery: whether the answer is about another transfer, or names another id. */
    isOther: z.boolean(),
    /** Of a requery: the reference that it states; its record may be seen later. */
    stated: z.string(),
    /** The code of the receiving bank. */
    bank: z.string(),
    /** When the record was created, in milliseconds since 1970. */
    createdAtMs: z.number(),
  })
  .partial()
  .required({ group: true, atMs: true, sinceMs: true });

export type Sighting = z.infer<typeof Sighting>;

/** The longest status to remember, in characters. */
export const seenStatusMax = 60;

/** Words a status that somebody saw, in plain text. */
export function seenWords({ words = 'no status', isOther, stated }: Sighting): string {
  const shown = words.replace(maskDots, 'something only its asker may read');
  return joinNonEmpty([shown, isOther && stated], ', ');
}

/** The person who looks after a transaction, by the button I'm On It. */
export interface Assignee {
  /** The transaction's reference. */
  id: string;
  personId: string;
  /** The person's name in Slack's payload. */
  name: string;
  /** When they pressed the button, in milliseconds since 1970. */
  atMs: number;
  /** Whether it is the person who reads the answer; not stored. */
  isOwn?: boolean;
}

/** What the team knows of a transaction besides what a look-up has just answered. */
export interface Known {
  /** The last status that anybody saw; set only on a row that is not from a new look-up. */
  last?: Sighting | undefined;
  /** The last status that another person saw, of the same record or requery. */
  byAnother?: Sighting | undefined;
  /** When the reader saw this very status, if nobody looked since; in milliseconds since 1970. */
  sameSinceMs?: number | undefined;
  /** When the record was first seen with a status of this group, in milliseconds since 1970. */
  sinceMs?: number | undefined;
  /**
   * The last requery of a record, or the last record of a requery: they share the record's `id`.
   */
  counterpart?: Sighting | undefined;
  /** Who is on the transaction, while it is open. */
  assignee?: Assignee | undefined;
}
