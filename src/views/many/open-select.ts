import type { types } from '@slack/bolt';

/** Slack takes no longer value of an option. */
export const optionMax = 75;

export interface Openable {
  asked: string;
  /** What `askedFor` reads. */
  value: string;
}

/** Opens one of many as its card, which is asked for anew; `undefined` when there is none. */
export function openSelect(openable: readonly Openable[]): types.StaticSelect | undefined {
  if (openable.length === 0) return undefined;
  return {
    type: 'static_select',
    action_id: 'txn:open',
    placeholder: { type: 'plain_text', text: 'Open a card' },
    options: openable.map(({ asked, value }) => ({ text: { type: 'plain_text', text: asked }, value })),
  };
}
