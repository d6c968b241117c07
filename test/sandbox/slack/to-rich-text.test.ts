import { expect, it } from 'vitest';
import { toRichText } from './messages/to-rich-text.ts';

it('makes of a text what the composer would', () => {
  const text =
    '<@U0TXNBOT0> txn A&amp;B in <#C0SUPPORT|payments> see <https://slack.test/?a&amp;b|here> or <tel:1> &lt;x&gt;';
  expect(toRichText(text, 'b')).toEqual({
    type: 'rich_text',
    block_id: 'b',
    elements: [
      {
        type: 'rich_text_section',
        elements: [
          { type: 'user', user_id: 'U0TXNBOT0' },
          { type: 'text', text: ' txn A&B in ' },
          { type: 'channel', channel_id: 'C0SUPPORT' },
          { type: 'text', text: ' see ' },
          { type: 'link', url: 'https://slack.test/?a&b', text: 'here' },
          { type: 'text', text: ' or ' },
          { type: 'link', url: 'tel:1' },
          { type: 'text', text: ' <x>' },
        ],
      },
    ],
  });
});
