import type { types } from '@slack/bolt';
import type { Spelling } from '../command-names.ts';
import type { LookedUp } from '../transfers/looked-up.ts';
import { marks, statusGroup } from '../transfers/status-group.ts';
import { statusTitle } from '../transfers/status-words.ts';
import { type Audience, type Block, context, header, message, plainText, type Reply, section } from './blocks.ts';
import { code, date, outside } from './mrkdwn.ts';
import { asPlain, stateWords, type WatchedFields } from './watch-words.ts';

/** One of a person's watches. */
export interface ListedWatch {
  reference: string;
  /** As it was when the person was told last, or when the watch began. */
  seen: WatchedFields;
  begunAtMs: number;
  toldAtMs?: number | undefined;
  /** Where it was begun. */
  channelId: string | undefined;
  threadTs: string | undefined;
  /** Milliseconds since 1970. */
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
  const note = context(['only you see this']);
  const lines = watches.map((watch, index) => ({
    ...section(watchLine(watch)),
    accessory: stopButton(watch, `watch:stop:${index}`),
  }));
  return { ...message(title, [section(`*${title}*`), ...lines, note]), audience };
}

/** One watch: what was seen of it last, and how long it lasts; mrkdwn. */
function watchLine(
  { reference, seen, channelId, threadTs, endsAtMs }: ListedWatch,
  { status, group = 'unknown' }: Pick<LookedUp, 'status' | 'group'> = {
    status: statusTitle(stateWords(seen, asPlain)),
    group: statusGroup(seen.status, seen.reversedFlag),
  },
): string {
  const place = channelId !== undefined && threadTs !== undefined ? ` · told in a thread of <#${channelId}>` : '';
  return `${code(reference)}\n${marks[group]} ${outside(status)} · until ${date(endsAtMs)}${place}`;
}

function stopButton({ reference }: ListedWatch, actionId: string): types.Button {
  const value = JSON.stringify({ reference });
  return { type: 'button', action_id: actionId, text: plainText('Stop Watching'), value };
}

export interface HomeWatchesOptions {
  watches: readonly ListedWatch[];
  /** What the person looked up lately at this process. */
  own: readonly (LookedUp & { atMs: number })[];
  /** Whether a button works on the tab, which is no channel. */
  mayAskInWindows: boolean;
  slash: Spelling;
}

/** What the person watches; nothing where there is none. */
export function homeWatches({ watches, own, mayAskInWindows, slash }: HomeWatchesOptions): Block[] {
  if (watches.length === 0) return [];
  return [
    header('Watching'),
    ...watches.map((watch, index) => {
      const { reference, begunAtMs, toldAtMs = begunAtMs } = watch;
      // Another process may have told of a later status than this one looked up.
      const newer = own.find(({ asked, isRequery, atMs }) => asked === reference && !isRequery && atMs >= toldAtMs);
      const line = section(watchLine(watch, newer));
      return mayAskInWindows ? { ...line, accessory: stopButton(watch, `home:stop:${index}`) } : line;
    }),
    ...(mayAskInWindows ? [] : [context([`${code(slash.write('txn watching'))} stops one`])]),
  ];
}

/** @param why a sentence for the person */
export function noHomeWatches(why: string): Block[] {
  return [header('Watching'), section(why)];
}
