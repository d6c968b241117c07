import { randomUUID } from 'node:crypto';
import { isRecord } from '../is-record.ts';
import { slackLimits } from '../slack-limits.ts';
import type { Reception } from './reception.ts';

export interface SocketAcks {
  expect(): { envelopeId: string; reception: Promise<Reception> };
  /** An ack that is late, or for no envelope of ours, changes nothing, as with Slack. */
  settle(ack: Readonly<Record<string, unknown>>): void;
  /** Fails every envelope that still waits. */
  abandon(): void;
}

/** Matches acks to the envelopes that wait for them. */
export function createSocketAcks(): SocketAcks {
  const waiting = new Map<unknown, (describe: (ackMs: number) => Reception) => void>();

  return {
    expect() {
      const envelopeId = randomUUID();
      const startedAt = performance.now();
      const reception = new Promise<Reception>((resolve) => {
        const finish = (describe: (ackMs: number) => Reception) => {
          clearTimeout(timer);
          waiting.delete(envelopeId);
          resolve(describe(Math.round(performance.now() - startedAt)));
        };
        const timer = setTimeout(finish, slackLimits.ackMs, (ackMs: number) => ({ outcome: 'timed_out', ackMs }));
        waiting.set(envelopeId, finish);
      });
      return { envelopeId, reception };
    },
    settle({ envelope_id, payload }) {
      // Bolt sends an empty object when its ack() had no argument.
      const isEmpty = isRecord(payload) && Object.keys(payload).length === 0;
      waiting.get(envelope_id)?.((ackMs) => ({ outcome: 'acked', ackMs, body: isEmpty ? undefined : payload }));
    },
    abandon() {
      for (const finish of waiting.values()) finish((ackMs) => ({ outcome: 'failed', ackMs }));
    },
  };
}
