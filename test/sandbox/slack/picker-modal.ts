import type { ModalView } from '@slack/types';

/** A modal for the tests: a typeahead, a button and an input block whose answer goes to a conversation. */
export const plain = (text: string) => ({ type: 'plain_text', text }) as const;
export const zenith = { text: plain('ZENITH BANK'), value: '000015' };
export const typeahead = { type: 'external_select', action_id: 'bank', min_query_length: 2 } as const;

export const picker = (more: Partial<ModalView> = {}): ModalView => ({
  type: 'modal',
  callback_id: 'picker',
  title: plain('Find a Bank Code'),
  private_metadata: 'C0SUPPORT',
  submit: plain('Post'),
  notify_on_close: true,
  blocks: [
    { type: 'actions', block_id: 'pick', elements: [typeahead] },
    {
      type: 'actions',
      block_id: 'more',
      elements: [{ type: 'button', action_id: 'go', text: plain('Go'), value: '1' }],
    },
    {
      type: 'input',
      block_id: 'to',
      label: plain('Where'),
      element: {
        type: 'conversations_select',
        action_id: 'place',
        response_url_enabled: true,
        default_to_current_conversation: true,
      },
    },
  ],
  ...more,
});
