import type { Admission } from '../access/policy.ts';
import { AccessError, DeliveryError } from '../errors.ts';
import type { Audit } from '../ops/audit-log.ts';
import type { State } from '../state/state.ts';
import type { WatchNews } from '../views/watch-words.ts';
import type { Gathering } from './gathering.ts';
import type { Letter } from './letters.ts';
import type { Address } from './notify.ts';
import type { ToldNotes } from './told-notes.ts';
import type { Watch } from './watch.ts';

/** How a telling ended: the watch goes on, has ended with the change or with its time, or its person may not ask. */
export type TellingOutcome = 'told' | 'ended' | 'over' | 'refused';

export interface TellerOptions {
  notes: ToldNotes;
  letters: Pick<Gathering<Letter>, 'add'>;
  hold: State['hold'];
  audit: Audit;
  /** Asks the policy, as if the person asked now where the watch was begun. @throws AccessError */
  admit: (watch: Watch) => Promise<Admission>;
  onTold: (telling: { outcome: TellingOutcome; reference: string }) => void;
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
    const record = async (outcome: TellingOutcome) => {
      await audit({
        team: watch.teamId,
        user: watch.personId,
        channel: watch.channelId,
        door: 'watch',
        command: 'txn',
        asked: watch.reference,
        outcome,
        durationMs: Math.round(performance.now() - startedAtMs),
        reference: news.code,
      });
    };
    const admission = await admit(watch).catch((error: unknown) => {
      if (!(error instanceof AccessError) || error.rule === 'slack_unavailable') throw error;
      return undefined;
    });
    if (admission === undefined) {
      await record('refused');
      await notes.end(watch);
      onTold({ outcome: 'refused', reference: news.code });
      return;
    }
    const held = await hold(`told ${news.code} ${watch.id}`, 'give up');
    if (!held) throw new DeliveryError('claimed'); // another process is telling it, or has told it just now
    const outcome = outcomeOf(news);
    try {
      await record(outcome);
      await letters.add({
        address: addressOf(watch, admission),
        channelId: watch.channelId,
        news,
        async taken() {
          await (news.untilMs === undefined
            ? notes.end(watch)
            : notes.note({ ...watch, seen: news.now, tellings: (watch.tellings ?? 0) + 1 }, watch));
          onTold({ outcome, reference: news.code });
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
  if (kind !== 'changed') return 'over';
  return untilMs === undefined ? 'ended' : 'told';
}

function addressOf({ channelId, threadTs, personId }: Watch, { aloneBecause }: Admission): Address {
  return channelId === undefined || threadTs === undefined || aloneBecause !== undefined
    ? { kind: 'direct', personId }
    : { kind: 'thread', channelId, threadTs, personId };
}
