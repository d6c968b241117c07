import type { Logger } from 'pino';
import { AccessError, DeliveryError, errorCode } from '../errors.ts';
import type { Events } from '../events.ts';
import type { Audit } from '../ops/audit.ts';
import type { Admission } from '../policy.ts';
import type { Address } from '../slack/notify.ts';
import type { State } from '../store/state.ts';
import type { TransactionAnswer } from '../transfer-service/client.ts';
import { storedSnapshot } from '../transfers/disclosure.ts';
import type { Notification } from './batching.ts';
import type { DeliveryLog } from './delivery-log.ts';
import type { WatchNews } from './notification.ts';
import type { Watch } from './watch.ts';

/** The watch goes on, has ended with the change or with its time; or its person may not ask any more. */
type NotificationOutcome = 'told' | 'ended' | 'over' | 'refused';

export interface NotifierOptions {
  notes: DeliveryLog;
  /** Resolves when Slack has it. @throws DeliveryError */
  deliver: (notification: Notification) => Promise<void>;
  lease: State['lease'];
  audit: Audit;
  /** Asks the policy, as if the person asked now where the watch was begun. @throws AccessError */
  admit: (watch: Watch) => Promise<Admission>;
  /** Called with a record that a person has been told of. */
  onSeen: (personId: string, answer: TransactionAnswer) => void;
  events: Events;
  logger: Logger;
}

export type Notifier = ReturnType<typeof createNotifier>;

/** For so long no process tells the same again that has looked into the store before it took the note. */
const leaseAfterMs = 2 * 60_000;

export function createNotifier({ notes, deliver, lease, audit, admit, onSeen, events, logger }: NotifierOptions) {
  /** @throws DeliveryError, AuditError, AccessError or the error of the state: it is to be told later */
  async function tell(watch: Watch, news: WatchNews, record: (outcome: string) => Promise<void>): Promise<void> {
    const noteTold = (outcome: NotificationOutcome) => {
      events.emit('notification', outcome);
      logger.info({ outcome, reference: news.code }, 'watch');
    };
    /** `undefined` when the person may not ask any more, which ends the watch. */
    const place = async (): Promise<Address | undefined> => {
      const admission = await admit(watch).catch((error: unknown) => {
        if (!(error instanceof AccessError) || error.rule === 'slack_unavailable') throw error;
        return undefined;
      });
      if (admission !== undefined) return addressOf(watch, admission);
      await record('refused');
      await notes.end(watch);
      noteTold('refused');
      return undefined;
    };
    const address = await place();
    if (address === undefined) return;
    const claim = await lease(`told ${news.code} ${watch.id}`, 'give up');
    if (!claim) throw new DeliveryError('claimed'); // another process is telling it, or has told it just now
    const outcome = outcomeOf(news);
    let isRecorded = false;
    try {
      await deliver({
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
          const seen = news.answer ? storedSnapshot(watch.id, news.answer.transaction) : watch.seen;
          await (news.untilMs === undefined
            ? notes.end(watch)
            : notes.note({ ...watch, seen, tellings, toldAtMs: Date.now() }, watch));
          if (news.answer) onSeen(watch.personId, news.answer);
          noteTold(outcome);
        },
      });
      // Until the store has the note, others would tell it from what it has: this process goes on holding it.
      const kept = notes.whenKept(watch.id).then(() => claim.commit(leaseAfterMs));
      if (!notes.isBehind(watch.reference)) await kept;
    } catch (error) {
      await claim.release();
      if (error instanceof DeliveryError && error.mayHaveArrived) events.emit('notification', 'unsure');
      throw error;
    }
  }

  /**
   * Tells one person what became of one watch. Resolves when Slack has it and that is noted.
   * @param isLastTry whether the watch ends untold when this fails
   * @throws the error of `tell`, or AuditError: it is to be told later
   */
  return async (watch: Watch, news: WatchNews, isLastTry: boolean): Promise<void> => {
    const startedAtMs = performance.now();
    const record = (outcome: string) =>
      audit({
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
    try {
      await tell(watch, news, record);
    } catch (error) {
      if (!isLastTry) throw error;
      const outcome = 'untold';
      await record(outcome);
      events.emit('notification', outcome);
      logger.error({ outcome, reference: news.code, code: errorCode(error) }, 'watch');
      await notes.end(watch);
    }
  };
}

function outcomeOf({ kind, untilMs }: WatchNews): NotificationOutcome {
  if (kind !== 'changed') return 'over';
  return untilMs === undefined ? 'ended' : 'told';
}

function addressOf({ channelId, threadTs, personId }: Watch, { aloneBecause }: Admission): Address {
  return channelId === undefined || threadTs === undefined || aloneBecause !== undefined
    ? { kind: 'direct', personId }
    : { kind: 'thread', channelId, threadTs, personId };
}
