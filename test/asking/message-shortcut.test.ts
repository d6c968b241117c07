import { describe, expect, it } from 'vitest';
import { textsOf } from '../../src/asking/message-shortcut.ts';

const nested = (depth: number): unknown => (depth === 0 ? { text: 'deep' } : { blocks: [nested(depth - 2)] });

describe('the texts of a message', () => {
  it('are its own, and those of its blocks and attachments', () => {
    const message = {
      type: 'message',
      ts: '1700000000.000100',
      text: 'a',
      blocks: [{ type: 'section', block_id: 'no', text: { type: 'mrkdwn', text: 'b' } }],
      attachments: [
        {
          fallback: 'c',
          pretext: 'd',
          title: 'e',
          fields: [{ title: 'f', value: 'g', short: true }],
          footer: 'h',
          color: 'no',
        },
        { blocks: [{ elements: [{ type: 'link', url: 'i', unsafe: 7 }, null] }] },
      ],
    };
    expect(textsOf(message)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']);
  });

  it('are looked for as deep as Slack nests, and no deeper', () => {
    expect(textsOf(nested(12))).toEqual(['deep']);
    expect(textsOf(nested(14))).toEqual([]);
    expect(textsOf({ blocks: nested(12) })).toEqual([]);
  });

  it.each([undefined, null, false, 'text', 7, []])('are none of %j', (message) => {
    expect(textsOf(message)).toEqual([]);
  });
});
