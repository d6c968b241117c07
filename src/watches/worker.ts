import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Component } from '../async.ts';
import { errorCode } from '../errors.ts';
import type { Events } from '../events.ts';
import type { Audit } from '../ops/audit.ts';
import { type AccessRules, authorize, type People } from '../policy.ts';
import type { Presentation } from '../services.ts';
import type { Notify } from '../slack/notify.ts';
import type { State } from '../store/state.ts';
import type { TransactionAnswer, TransferApi } from '../transfer-service/client.ts';
import { createBatching } from './batching.ts';
import { createDeliveryLog } from './delivery-log.ts';
import type { WatchEngine } from './engine.ts';
import { createNotifier } from './notifier.ts';
import { createRunner } from './runner.ts';

interface WatchWorkerOptions {
  engine: WatchEngine;
  transferApi: Pick<TransferApi, 'transaction'>;
  notify: Notify;
  presentation: Presentation;
  state: Pick<State, 'lease'>;
  audit: Audit;
  rules: AccessRules;
  people: People;
  logger: Logger;
  events: Events;
  /** Called with a record that a person has been told of. */
  onSeen: (personId: string, answer: TransactionAnswer) => void;
}

/** For so long notifications are sent after a stop; what is not told by then is told after the next start. */
const lastNotificationsMs = 2_000;

/** The part that asks about what is watched, and tells people. */
export function createWatchWorker(options: WatchWorkerOptions): Component {
  const { engine, notify, rules, people, logger, events } = options;
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // one for each question that waits for its place

  const notes = createDeliveryLog(engine.store, (error) =>
    logger.error({ code: errorCode(error) }, 'watches cannot be kept: after a restart people are told the same again'),
  );
  const batching = createBatching({
    notify,
    presentation: options.presentation,
    async mayTellDirectly(personId) {
      const { channels } = rules;
      if (channels.length === 0) return true;
      return channels.some((id) => id.startsWith('D')) && channels.includes(await notify.directMessageOf(personId));
    },
  });
  const tell = createNotifier({
    notes,
    deliver: batching.add,
    lease: options.state.lease,
    audit: options.audit,
    admit: ({ personId: userId, channelId, threadTs, isLost }) =>
      authorize(
        {
          userId,
          channelId,
          isSharedChannel: false,
          isAboutBanks: false,
          posting: threadTs === undefined ? 'none' : 'preferred',
        },
        isLost ? { ...rules, channels: [] } : rules, // where it was begun is lost too; a notification of it says less
        people,
      ),
    onSeen: options.onSeen,
    events,
    logger,
  });
  const run = createRunner({
    notes,
    schedule: engine.schedule,
    tell,
    ask: (reference) => options.transferApi.transaction(reference, { watch: stopping.signal }),
    events,
  });

  return {
    start: () =>
      engine.timetable.start((reference, plannedAtMs) =>
        run(reference, plannedAtMs).catch((error: unknown) => {
          if (!stopping.signal.aborted) logger.warn({ code: errorCode(error) }, 'watch: later');
          throw error;
        }),
      ),
    async stop() {
      stopping.abort();
      const stopped = engine.timetable.stop();
      batching.close();
      await Promise.race([stopped, sleep(lastNotificationsMs)]);
      void notify.close(); // whoever stops after this waits for what is with Slack by now
    },
  };
}
