import * as z from 'zod';
import type { Subject } from '../reading/question.ts';
import { dayMs, digest } from '../text.ts';
import type { ExpiringValues } from './expiring-values.ts';

/** A thread, or a direct message outside threads. */
export interface Conversation {
  channelId: string;
  threadTs?: string | undefined;
  /** The only person who reads the bot's answers there; absent if everybody does. */
  readerId?: string | undefined;
}

/**
 * The transactions that the bot last answered about, for each thread and direct message: what `it`
 * means there. Neither method rejects, as no answer may fail for that.
 */
export interface Subjects {
  /**
   * Replaces the conversation's subject.
   * @param ts Slack's timestamp of the message that asked for it
   */
  set(conversation: Conversation, subject: Subject, ts?: string): Promise<void>;
  /** Finds the conversation's subject; empty if there is none, or none of the last day. */
  of(conversation: Conversation): Promise<Subject>;
}

/** The most transactions of one conversation: as many as a table shows. */
const transactionsMax = 25;

/** The most conversations in a process's memory. */
export const conversationsMax = 10_000;

/** A conversation's subject as it is stored. */
export const StoredSubject: z.ZodType<Subject> = z.array(
  z.object({
    asked: z.string(),
    isRequery: z.boolean(),
    standing: z.string().optional(),
    shownAt: z.number().optional(),
    isOther: z.boolean().optional(),
    ts: z.string().optional(),
  }),
);

/** Remembers the subject of each conversation for a day. */
export function createSubjects(values: ExpiringValues<Subject>): Subjects {
  return {
    async set(conversation, subject, ts) {
      // Parsed, so that no field is stored but those above, which SECURITY.md lists.
      const value = StoredSubject.parse(
        subject.slice(0, transactionsMax).map((each) => ({ ...each, ts })),
      );
      await values.write([{ key: subjectKey(conversation), value, ttlMs: dayMs }]);
    },
    async of(conversation) {
      const [subject = []] = await values.read([subjectKey(conversation)]);
      return subject;
    },
  };
}

/** A digest, as ids of people and channels have no use in memory or Redis. */
function subjectKey({ channelId, threadTs = '', readerId = '' }: Conversation): string {
  return `subject ${digest(`${channelId} ${threadTs} ${readerId}`)}`;
}
