import type { types } from '@slack/bolt';
import { type Ask, askLine } from '../../transfers/asks.ts';
import { plainText } from '../blocks.ts';
import { cutMiddle } from '../cut-middle.ts';

export interface Openable extends Ask {
  /** What it is called in the menu. */
  name: string;
}

const optionMax = 75;

/** Whether Slack takes it as an option. */
export function isOpenable(openable: Openable): boolean {
  return askOf(openable).length <= optionMax;
}

/** Opens one of many as its card, which is asked for anew; `undefined` when there is none. */
export function openSelect(openable: readonly Openable[]): types.StaticSelect | undefined {
  if (openable.length === 0) return undefined;
  return {
    type: 'static_select',
    action_id: 'txn:open',
    placeholder: plainText('Open a card'),
    options: openable.map((each) => ({ text: plainText(cutMiddle(each.name, optionMax)), value: askOf(each) })),
  };
}

function askOf({ isRequery, asked }: Openable): string {
  return askLine({ isRequery, asked });
}
