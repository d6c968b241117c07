import type { Spelling } from '../command-names.ts';
import { type Block, context, header, section } from './blocks.ts';
import { code } from './mrkdwn.ts';
import { type ListedWatch, stopButton, watchLine } from './watch-list.ts';

export interface HomeWatchesOptions {
  watches: readonly ListedWatch[];
  /** Whether a button works on the tab, which is no channel. */
  mayAskInWindows: boolean;
  slash: Spelling;
}

/** What the person watches; nothing where there is none. */
export function homeWatches({ watches, mayAskInWindows, slash }: HomeWatchesOptions): Block[] {
  if (watches.length === 0) return [];
  return [
    header('Watching'),
    ...watches.map((watch, index) => {
      const line = section(watchLine(watch));
      return mayAskInWindows ? { ...line, accessory: stopButton(watch, `home:stop:${index}`) } : line;
    }),
    context([
      'The status is the one that you were told last',
      mayAskInWindows ? undefined : `${code(slash.write('txn watching'))} stops one`,
    ]),
  ];
}

/** @param why a sentence for the person */
export function noHomeWatches(why: string): Block[] {
  return [header('Watching'), section(why)];
}
