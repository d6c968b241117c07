import type { Admission } from '../access/policy.ts';
import { AccessError, DeliveryError } from '../errors.ts';
import type { Audit } from '../ops/audit-log.ts';
import type { State } from '../state/state.ts';
import type { WatchNews } from '../views/watch-words.ts';
import type { Gathering } from './gathering.ts';
import { keepable } from './keepable.ts';
import type { Letter } from './letters.ts';
import type { Address } from './notify.ts';
import { tellingEntry } from './telling-entry.ts';
import type { ToldNotes } from './told-notes.ts';
import type { Seen, Watch } from './watch.ts';

/** How a telling ended: the watch goes on, has ended with the change or with its time, was lost, or its person may not ask. */
export type TellingOutcome = 'told' | 'ended' | 'over' | 'lost' | 'refused';

export interface TellerOptions {
  notes: ToldNotes;
  letters: Pick<Gathering<Letter>, 'add'>;
  hold: State['hold'];
  audit: Audit;
  /** Asks the policy, as if the person asked now where the watch was begun. @throws AccessError */
  admit: (watch: Watch) => Promise<Admission>;
  onTold: (telling: { outcome: TellingOutcome; reference: string }, watch: Watch, news: WatchNews) => void;
}

/**
 * Tells one person what became of one watch. Resolves when Slack has it and that is noted.
 * @throws DeliveryError, AuditError, AccessError or the error of the state: it is to be told later
 */
export type Teller = (watch: Watch, news: WatchNews) => Promise<void>;

/** For so long no process tells the same again that has looked into the store before it took the note. */
const toldMs = 2 * 60_000;

export function createTeller({ notes, letters, hold, audit, admit, onTold }: TellerOptions): Teller {
  return async (watch, news) => {
    const startedAtMs = performance.now();
    const record = (outcome: TellingOutcome) =>
      audit(tellingEntry(watch, { outcome, reference: news.code, startedAtMs }));
    /** `undefined` when the person may not ask any more, which ends the watch. */
    const place = async (): Promise<Address | undefined> => {
      const admission = await admit(watch).catch((error: unknown) => {
        if (!(error instanceof AccessError) || error.rule === 'slack_unavailable') throw error;
        return undefined;
      });
      if (admission !== undefined) return addressOf(watch, admission);
      await record('refused');
      await notes.end(watch);
      onTold({ outcome: 'refused', reference: news.code }, watch, { ...news, found: undefined });
      return undefined;
    };
    const address = await place();
    if (address === undefined) return;
    const held = await hold(`told ${news.code} ${watch.id}`, 'give up');
    if (!held) throw new DeliveryError('claimed'); // another process is telling it, or has told it just now
    const outcome = outcomeOf(news);
    let isRecorded = false;
    try {
      await letters.add({
        address,
        channelId: watch.channelId,
        news,
        async placeNow() {
          const now = (await notes.isWatched(watch)) ? await place() : undefined;
          if (now !== undefined && !isRecorded) await record(outcome);
          isRecorded ||= now !== undefined;
          return now;
        },
        async taken() {
          const tellings = (watch.tellings ?? 0) + 1;
          await (news.untilMs === undefined
            ? notes.end(watch)
            : notes.note({ ...watch, seen: seenBy(watch, news), tellings, toldAtMs: Date.now() }, watch));
          onTold({ outcome, reference: news.code }, watch, news);
        },
      });
      // Until the store has the note, others would tell it from what it has: this process goes on holding it.
      const kept = notes.whenKept(watch.id).then(() => held.keep(toldMs));
      if (!notes.isBehind(watch.reference)) await kept;
    } catch (error) {
      await held.release();
      throw error;
    }
  };
}

function outcomeOf({ kind, untilMs }: WatchNews): TellingOutcome {
  if (kind === 'lost') return 'lost';
  if (kind !== 'changed') return 'over';
  return untilMs === undefined ? 'ended' : 'told';
}

function seenBy({ id, seen }: Watch, { found }: WatchNews): Seen {
  return found ? keepable(id, found.answer.transaction) : seen;
}

function addressOf({ channelId, threadTs, personId }: Watch, { aloneBecause }: Admission): Address {
  return channelId === undefined || threadTs === undefined || aloneBecause !== undefined
    ? { kind: 'direct', personId }
    : { kind: 'thread', channelId, threadTs, personId };
}
