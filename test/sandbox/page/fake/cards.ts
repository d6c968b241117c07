/** Messages like those that the bot will send, to draw and to look at. */

const createdUnix = 1_700_000_000;

const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });
const button = (action_id: string, text: string, more: object = {}) => ({
  type: 'button',
  action_id,
  text: plain(text),
  value: 'GARO-8f3k2j1',
  ...more,
});

/** What a stranger may have written into a transfer. */
export const hostileText =
  '<!channel> *free* `x` <https://evil.example|money> <script>alert(1)</script> &amp; 10:30:45';

export const transactionCard = [
  { type: 'header', text: plain('Successful · 25,000.00') },
  { type: 'section', text: mrkdwn('Transfer to Jane Doe\n`0123456789` · GTBANK PLC `000013`') },
  {
    type: 'section',
    fields: [
      mrkdwn('*From*\nGaro Enterprise\n`0001479098` · PROVIDUS `000023`'),
      mrkdwn('*Reference*\n`GARO-8f3k2j1`\n\n*Session*\n`100004240926153311119822107551`'),
      mrkdwn('*Charge · Net*\n10.00 · 25,010.00'),
      mrkdwn(
        `*Created → completed*\n<!date^${createdUnix}^{date_short_pretty} {time_secs}|2023-11-14 22:13:20 UTC> → <!date^${createdUnix + 2}^{time_secs}|22:13:22 UTC>`,
      ),
    ],
  },
  {
    type: 'rich_text',
    elements: [{ type: 'rich_text_quote', elements: [{ type: 'text', text: 'Rent for November' }] }],
  },
  {
    type: 'context',
    elements: [
      mrkdwn(
        `Record 19253 · user 745 · bank_transfer · credit · not reversed · asked <!date^${createdUnix}^{time_secs}|22:13:20 UTC>, answered in 180 ms`,
      ),
    ],
  },
  {
    type: 'actions',
    block_id: 'txn',
    elements: [
      button('txn:refresh', 'Refresh', { style: 'primary' }),
      button('txn:requery', 'Requery'),
      button('txn:share', 'Share'),
    ],
  },
];

export const bankCard = [
  { type: 'section', text: mrkdwn('3 banks match *first*') },
  {
    type: 'section',
    text: mrkdwn('FIRST BANK OF NIGERIA · `000016`\nFirst Heritage MFB · `090479`\nFirst Option MFB · `090285`'),
  },
  {
    type: 'context',
    elements: [
      mrkdwn('8 more: add a word to narrow it down'),
      mrkdwn(`List from <!date^${createdUnix}^{time}|22:13 UTC> · 798 institutions`),
    ],
  },
];

export const errorCard = [
  {
    type: 'section',
    text: mrkdwn(
      '*The transfer service did not answer within 8 s.*\nThis says nothing about the transaction; try again.',
    ),
  },
  { type: 'context', elements: [mrkdwn('Reference `k3v9-2f`')] },
];

export const tableCard = [
  { type: 'header', text: plain('4 asked: 2 successful · 1 pending · 1 not found') },
  {
    type: 'table',
    column_settings: [{ align: 'left' }, { align: 'left' }, { align: 'right' }, { is_wrapped: true }],
    rows: [
      ['Reference', 'Status', 'Amount', 'To'].map((text) => ({ type: 'raw_text', text })),
      ['GARO-8f3k2j1', 'successful', '25,000.00', 'GTBANK PLC'].map((text) => ({ type: 'raw_text', text })),
      ['_A_1_', 'pending', '98,765,432,109,876,543.21', 'ACCESS BANK'].map((text) => ({ type: 'raw_text', text })),
      ['PAY-10:30:45', 'not found', '–', hostileText].map((text) => ({ type: 'raw_text', text })),
    ],
  },
];

export const richTextCard = [
  {
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_section',
        elements: [
          { type: 'text', text: 'Requery ' },
          { type: 'text', text: '12345698690885579', style: { code: true } },
          { type: 'text', text: ' · ' },
          { type: 'text', text: 'SUCCESSFUL', style: { bold: true } },
          { type: 'text', text: ', asked ' },
          { type: 'date', timestamp: createdUnix, format: '{date_short_pretty} {time_secs}', fallback: 'then' },
        ],
      },
      { type: 'rich_text_quote', elements: [{ type: 'text', text: hostileText }] },
      {
        type: 'rich_text_list',
        style: 'bullet',
        elements: ['Feedback description: approved', 'Channel: web'].map((text) => ({
          type: 'rich_text_section',
          elements: [{ type: 'text', text }],
        })),
      },
      { type: 'rich_text_preformatted', elements: [{ type: 'text', text: '{\n  "code": "00"\n}' }] },
    ],
  },
];

/** Blocks that slack-blocks-to-jsx throws on or draws nothing for. */
export const undrawableBlocks = [
  { type: 'table', rows: [[{ type: 'raw_number', value: 3, text: '3' }]] },
  { type: 'data_table', caption: 'Totals' },
  { type: 'actions', elements: [{ type: 'static_select', action_id: 'pick', options: [] }] },
];
