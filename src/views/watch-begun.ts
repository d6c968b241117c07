import type { Audience } from './blocks.ts';
import { buttons, context, message, type Reply, section } from './blocks.ts';
import { duration } from './duration.ts';
import { code, date, outside } from './mrkdwn.ts';

/** Times are in milliseconds since 1970. */
export interface WatchTimes {
  asksAtMs: number;
  endsAtMs: number;
  /** Whether it outlives the process. */
  isDurable: boolean;
}

export interface WatchBegun extends WatchTimes {
  reference: string;
  /** As the service words it. */
  status: string | undefined;
  begunAtMs: number;
  /** Whether it is told in the thread where it was asked. */
  isInThread: boolean;
}

/** What somebody who asked to be told can count on. */
export function watchBegun(begun: WatchBegun, audience: Audience): Reply {
  const { reference, status, isInThread, isDurable } = begun;
  const now = status?.trim() ? `${outside(status, 80)} now` : 'no status now';
  const text = `Watching ${code(reference)}: ${now}. txnbot tells you ${whereTold(isInThread)} when its status, reversed flag or time of completion changes.`;
  return {
    ...message(isDurable ? text : `${text} Only until txnbot restarts.`, [
      section(text),
      ...buttons([{ actionId: 'watch:stop', label: 'Stop Watching', value: JSON.stringify({ reference }) }]),
      context(watchLimits(begun)),
    ]),
    audience,
  };
}

export function whereTold(isInThread: boolean): string {
  return isInThread ? 'in this thread' : 'in a direct message';
}

/** For a line of metadata. */
export function watchLimits({
  begunAtMs,
  asksAtMs,
  endsAtMs,
  isDurable,
}: WatchTimes & { begunAtMs: number }): string[] {
  return [
    `asks in ${duration(asksAtMs - begunAtMs)}, then every so often`,
    `until ${date(endsAtMs)}`,
    ...(isDurable ? [] : ['only until txnbot restarts: it cannot keep watches on its disk']),
  ];
}

/** @param wasWatched whether there was something to stop */
export function watchStopped(reference: string, wasWatched: boolean): Reply {
  const text = wasWatched
    ? `Stopped watching ${code(reference)}. You hear nothing more of it.`
    : `You do not watch ${code(reference)}.`;
  return message(text, [section(text)]);
}
