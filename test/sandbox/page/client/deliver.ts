import { useSyncExternalStore } from 'react';
import type { Answer } from '../types.ts';

/** Tells this page from every other one, and from an earlier one in the same tab. */
export const pageId = crypto.randomUUID();

/** Where something was done: what became of it is shown there. A window goes by its id. */
export type Spot = 'conversation' | 'thread' | 'home' | (string & {});

/**
 * Posts what a person does. Answers undefined when the sandbox did not take it; the reason then
 * stands at the spot.
 */
export type Deliver = (path: string, body: object, spot: Spot) => Promise<Answer | undefined>;

interface Activity {
  /** How many deliveries are under way. */
  readonly open: number;
  readonly words: string;
  readonly isProblem: boolean;
}

const idle: Activity = { open: 0, words: '', isProblem: false };
const activities = new Map<Spot, Activity>();
const listeners = new Set<() => void>();

function change(spot: Spot, by: number, said: Partial<Activity>): void {
  const before = activities.get(spot) ?? idle;
  activities.set(spot, { ...before, ...said, open: before.open + by });
  for (const listener of listeners) listener();
}

/** What is under way at a spot, and what became of the last delivery. */
export function useActivity(spot: Spot): Activity {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => activities.get(spot) ?? idle,
  );
}

function inWords({ outcome, ackMs = 0, httpStatus, sentence = '' }: Answer): string {
  switch (outcome) {
    case 'acked':
      return `Check: acked in ${Math.round(ackMs)} ms`;
    case 'timed_out':
      return 'Not acked within 3 s';
    case 'failed':
      return `Not acked${httpStatus ? ` (HTTP ${httpStatus})` : ''}`;
    case 'refused':
      return sentence;
    default:
      // Nothing was delivered to the bot: a choice that a modal keeps, a message that no bot hears.
      return '';
  }
}

/**
 * Posts to the sandbox.
 * @throws Error with a sentence for the person
 */
export async function post(path: string, body: object): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-page': pageId },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error('The sandbox cannot be reached.');
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/**
 * Delivers in the name of whoever is at the page, and shows at the spot that it is under way and
 * how it was taken.
 */
export async function deliver(path: string, body: object, spot: Spot): Promise<Answer | undefined> {
  change(spot, 1, { words: '', isProblem: false });
  try {
    const answer = await post(path, body);
    const isProblem = !['acked', 'kept', 'unheard'].includes(answer.outcome);
    change(spot, -1, { words: inWords(answer), isProblem });
    return answer.outcome === 'refused' ? undefined : answer;
  } catch (error) {
    change(spot, -1, {
      words: error instanceof Error ? error.message : String(error),
      isProblem: true,
    });
    return undefined;
  }
}
