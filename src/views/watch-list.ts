import type { types } from '@slack/bolt';
import type { Spelling } from '../command-names.ts';
import { marks, statusGroup } from '../transfers/status-group.ts';
import { type Audience, context, message, plainText, type Reply, section } from './blocks.ts';
import { code, date, outside } from './mrkdwn.ts';
import { stateWords, type WatchedFields } from './watch-words.ts';

/** One of a person's watches. */
export interface ListedWatch {
  reference: string;
  /** As it was when the person was told last. */
  seen: WatchedFields;
  /** Where it was begun. */
  channelId: string | undefined;
  threadTs: string | undefined;
  /** Milliseconds since 1970. */
  begunAtMs: number;
  endsAtMs: number;
}

export interface WatchListOptions {
  count: number;
  /** All of them, or none where others read. */
  watches: readonly ListedWatch[];
  /** How a command is written where this is shown, and where the answer is for one person alone. */
  spelling: Spelling;
  slash: Spelling;
}

/** What a person watches, each with its Stop; others read only how many there are. */
export function watchList({ count, watches, spelling, slash }: WatchListOptions, audience: Audience): Reply {
  const transactions = `${count} ${count === 1 ? 'transaction' : 'transactions'}`;
  if (count === 0) {
    const begin = code(spelling.write('txn watch GARO-8f3k2j1'));
    const text = `You watch no transaction. ${begin} begins to, and so does Tell Me When It Changes on a card.`;
    return { ...message(text, [section(text)]), audience };
  }
  if (audience === 'channel') {
    const text = `You watch ${transactions}. ${code(slash.write('txn watching'))} lists them for you alone.`;
    return { ...message(text, [section(text)]), audience };
  }
  const title = `You watch ${transactions}`;
  const note = context(['the status is the one that you were told last', 'only you see this']);
  const lines = watches.map((watch, index) => ({
    ...section(watchLine(watch)),
    accessory: stopButton(watch, `watch:stop:${index}`),
  }));
  return { ...message(title, [section(`*${title}*`), ...lines, note]), audience };
}

/** One watch: what was told of it, and how long it lasts; mrkdwn. */
export function watchLine({ reference, seen, channelId, threadTs, begunAtMs, endsAtMs }: ListedWatch): string {
  const place = channelId !== undefined && threadTs !== undefined ? ` · told in a thread of <#${channelId}>` : '';
  const mark = marks[statusGroup(seen.status, seen.reversedFlag)];
  const times = `since ${date(begunAtMs)}, until ${date(endsAtMs)}`;
  return `${code(reference)}\n${mark} ${stateWords(seen, outside)} · ${times}${place}`;
}

export function stopButton({ reference }: ListedWatch, actionId: string): types.Button {
  const value = JSON.stringify({ reference });
  return { type: 'button', action_id: actionId, text: plainText('Stop Watching'), value };
}
