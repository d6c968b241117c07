import { randomUUID } from 'node:crypto';
import { isRecord } from '../is-record.ts';
import { slackLimits } from '../slack-limits.ts';
import type { Reception } from './reception.ts';

export interface SocketAcks {
  /** @param socket that brings the envelope, and on which alone Slack waits for its ack */
  expect(socket: object): { envelopeId: string; reception: Promise<Reception> };
  /** An ack that is late, for no envelope of ours, or on another socket than its envelope, changes nothing, as with Slack. */
  settle(socket: object, ack: Readonly<Record<string, unknown>>): void;
  /** Fails every envelope that still waits. */
  abandon(): void;
}

/** Matches acks to the envelopes that wait for them. */
export function createSocketAcks(): SocketAcks {
  const waiting = new Map<unknown, { socket: object; finish: (describe: (ackMs: number) => Reception) => void }>();

  return {
    expect(socket) {
      const envelopeId = randomUUID();
      const startedAt = performance.now();
      const reception = new Promise<Reception>((resolve) => {
        const finish = (describe: (ackMs: number) => Reception) => {
          clearTimeout(timer);
          waiting.delete(envelopeId);
          resolve(describe(Math.round(performance.now() - startedAt)));
        };
        const timer = setTimeout(finish, slackLimits.ackMs, (ackMs: number) => ({ outcome: 'timed_out', ackMs }));
        waiting.set(envelopeId, { socket, finish });
      });
      return { envelopeId, reception };
    },
    settle(socket, { envelope_id, payload }) {
      // Bolt sends an empty object when its ack() had no argument.
      const isEmpty = isRecord(payload) && Object.keys(payload).length === 0;
      const found = waiting.get(envelope_id);
      if (found?.socket === socket)
        found.finish((ackMs) => ({ outcome: 'acked', ackMs, body: isEmpty ? undefined : payload }));
    },
    abandon() {
      for (const { finish } of waiting.values()) finish((ackMs) => ({ outcome: 'failed', ackMs }));
    },
  };
}
