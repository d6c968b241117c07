import { describe, expect, test } from 'vitest';
import {
  bankCard,
  errorCard,
  hostileText,
  richTextCard,
  tableCard,
  transactionCard,
  undrawableBlocks,
} from './fake/cards.ts';
import { drawAlone } from './fake/draw-alone.ts';
import { textOf } from './fake/text-of.ts';

const time = (iso: string, format: string, shown: string) =>
  `<time dateTime="${iso}" data-format="${format}">${shown}</time>`;

describe('blocks', () => {
  test('a transaction card', () => {
    const html = drawAlone(transactionCard);
    expect(html).toMatch(/<h3[^>]*>.*Successful · 25,000\.00.*<\/h3>/);
    expect(html).toMatch(/<code[^>]*>100004240926153311119822107551<\/code>/);
    expect(html).toMatch(/<strong><span><span>From<\/span><\/span><\/strong>/);
    expect(html).toMatch(/<blockquote[^>]*>.*Rent for November.*<\/blockquote>/);
    expect(textOf(html)).toContain('Record 19253 · user 745 · bank_transfer · credit · not reversed');
  });

  test('bank results and errors keep their lines and codes', () => {
    expect(textOf(drawAlone(bankCard))).toContain('FIRST BANK OF NIGERIA · 000016\nFirst Heritage MFB · 090479');
    expect(textOf(drawAlone(errorCard))).toContain('within 8 s.\nThis says nothing');
  });

  test('a table', () => {
    const html = drawAlone(tableCard);
    expect(html.match(/<tr/g)).toHaveLength(4);
    expect(textOf(html)).toContain('_A_1_');
    expect(textOf(html)).toContain('98,765,432,109,876,543.21');
    expect(textOf(html)).toContain('PAY-10:30:45');
  });

  test('rich text', () => {
    const html = drawAlone(richTextCard);
    expect(html).toMatch(/slack_inline_code[^>]*>12345698690885579</);
    expect(html).toMatch(/<li[^>]*>.*Channel: web/);
    expect(html).toMatch(/<pre[^>]*>.*\{\n {2}&quot;code&quot;: &quot;00&quot;\n\}/);
  });

  test('buttons carry what a press needs', () => {
    const html = drawAlone(transactionCard);
    expect(html).toContain('data-block-id="txn"');
    expect(html).toMatch(/<button[^>]*data-action-id="txn:refresh"[^>]*data-style="primary"[^>]*>Refresh<\/button>/);
  });

  test('a button beside a section', () => {
    const accessory = { type: 'button', action_id: 'bank:pick', text: { type: 'plain_text', text: 'Pick' } };
    const html = drawAlone([{ type: 'section', text: { type: 'mrkdwn', text: 'Banks' }, accessory }]);
    expect(html.match(/<button[^>]*>Pick/g)).toHaveLength(1);
    expect(html).toContain('data-action-id="bank:pick"');
  });

  test('what the library throws on, does not know or cannot make work is shown as JSON', () => {
    const text = textOf(drawAlone([...undrawableBlocks, null, 'text', { type: 'section', fields: [null] }]));
    for (const part of ['"raw_number"', '"data_table"', 'this static_select element', 'this nameless block']) {
      expect(text).toContain(part);
    }
  });

  test('without blocks the text is drawn', () => {
    expect(drawAlone([], { text: 'Plain *and* bold' })).toContain('<strong>');
  });
});

describe('dates', () => {
  test('in mrkdwn and in rich text leave the zone to the browser', () => {
    const mrkdwn = '<!date^1700000000^{date_short_pretty} {time_secs}|2023-11-14 22:13:20 UTC>';
    expect(drawAlone([{ type: 'section', text: { type: 'mrkdwn', text: mrkdwn } }])).toContain(
      time('2023-11-14T22:13:20.000Z', '{date_short_pretty} {time_secs}', '2023-11-14 22:13:20 UTC'),
    );
    expect(drawAlone(richTextCard)).toContain(
      time('2023-11-14T22:13:20.000Z', '{date_short_pretty} {time_secs}', '2023-11-14 22:13:20 UTC'),
    );
  });

  test('out of range show their fallback', () => {
    const html = drawAlone([
      { type: 'section', text: { type: 'mrkdwn', text: '<!date^99999999999999^{time}|long ago &lt;3>' } },
    ]);
    expect(textOf(html)).toContain('long ago <3');
    expect(html).not.toContain('data-format="{time}">long');
  });
});

describe('the message around them', () => {
  test('who, how and to whom', () => {
    const html = drawAlone(errorCard, { visibleTo: 'U1' });
    expect(html).toContain('data-message-id="m1" data-author="bot" data-via="ack" data-ephemeral="true"');
    expect(html).toContain('APP');
    expect(html).toContain('Only visible to you');
    expect(drawAlone(errorCard)).not.toContain('Only visible to you');
  });

  test('breaches and the JSON as sent', () => {
    const html = drawAlone(errorCard, { breaches: ['text is <too> long'], payload: { secret: '<b>' } });
    expect(html).toContain('<li>text is &lt;too&gt; long</li>');
    expect(html).toContain('{\n  &quot;secret&quot;: &quot;&lt;b&gt;&quot;\n}');
  });

  test('what a person typed and what Slack says is shown letter by letter', () => {
    expect(textOf(drawAlone([], { author: 'person', text: `/txn ${hostileText}` }))).toContain(`/txn ${hostileText}`);
    expect(drawAlone([], { author: 'person', text: '/txn x' })).toContain('Slack does not show it.</p>');
    expect(drawAlone([], { author: 'person', text: 'x' })).not.toContain('Slack does not show it.');
    expect(textOf(drawAlone([], { author: 'slack', text: '/txn failed with the error "x"' }))).toContain(
      '/txn failed with the error "x"',
    );
  });
});

describe('what stands beside the bot’s own blocks', () => {
  test('what a person writes is in the format of Slack', () => {
    const html = drawAlone([], { author: 'person', userId: 'U0BISI000', text: '<@U0TXNBOT0> is *it* &lt;b&gt;?' });
    expect(html).toMatch(/slack_user[^>]*>@txnbot</);
    expect(textOf(html)).toContain('@txnbot is it <b>?');
    expect(html).toContain('>Bisi</strong>');
  });

  test('another app has its own name, and its attachments are shown as JSON', () => {
    const html = drawAlone([], { userId: 'U0ALERTS0', attachments: [{ title: 'Stuck' }] });
    expect(html).toContain('>Alerts</strong>');
    expect(textOf(html)).toContain('cannot draw this attachment');
    expect(textOf(html)).toContain('"title": "Stuck"');
  });

  test('only what everybody sees can have a thread', () => {
    expect(drawAlone(errorCard)).toContain('aria-label="Reply in thread"');
    expect(drawAlone(errorCard, { visibleTo: 'U1' })).not.toMatch(/Reply in thread|More actions/);
  });
});
