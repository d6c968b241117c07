import * as z from 'zod';
import type { StatusGroup } from '../blocks/status.ts';

const Group = z.enum([
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
export const Sighting = z.object({
  /** The service's words; absent if it gave none, or if only the asker may read them. */
  words: z.string().optional(),
  group: Group,
  /** Milliseconds since 1970. */
  atMs: z.number(),
  /** When a status of this group was first seen, in milliseconds since 1970. */
  sinceMs: z.number(),
  /** Absent when a channel reads the answer, since who else asked is private. */
  personId: z.string().optional(),
  reference: z.string().optional(),
  /** The record's `id`, or the id that was requeried. */
  id: z.string().optional(),
  /** Of a requery: the group of its record's status, if that was looked up before. */
  recorded: Group.optional(),
  /** The code of the receiving bank. */
  bank: z.string().optional(),
  /** When the record was created, in milliseconds since 1970. */
  createdAtMs: z.number().optional(),
});

export type Sighting = z.infer<typeof Sighting>;

/** What the team knows of a transaction besides what a look-up has just answered. */
export interface Known {
  /** The last status that another person saw, of the same record or requery. */
  byAnother?: Sighting | undefined;
  /** The last requery of a record, or the last record of a requery: they share the record's `id`. */
  counterpart?: Sighting | undefined;
  /** Who looks after the transaction. */
  assignee?: Assignee | undefined;
}
