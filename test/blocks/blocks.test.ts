import fc from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import { checkMessage } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import { type Block, buttons, foldedButton, message, section } from '../../src/blocks/blocks.ts';
import { sampleTable, table } from '../../src/blocks/forms.ts';
import {
  amountField,
  fieldLabel,
  fieldText,
  jsonText,
  showsInternalDetails,
} from '../../src/blocks/json-fields.ts';
import {
  amount,
  code,
  cutMiddle,
  duration,
  label,
  mention,
  safeText,
} from '../../src/blocks/mrkdwn.ts';
import { notAskedForLine } from '../../src/blocks/offers.ts';
import { statusGroup } from '../../src/blocks/status.ts';
import { cut } from '../../src/text.ts';
import { addUp } from '../../src/transfers/decimal.ts';
import { anyCharacter } from '../support/any-character.ts';

const types = (blocks: readonly { type: string }[]) => blocks.map(({ type }) => type);
const several = (count: number, block: () => Block[]) =>
  Array.from({ length: count }, block).flat();

it('a message too long for Slack keeps its headline and drops other sections', () => {
  const wide = several(6, () => buttons([{ actionId: 'a', label: 'A', value: 'v'.repeat(2_000) }]));
  const { blocks } = message('25 asked', [section('25 asked'), section('Totals'), ...wide]);
  expect(blocks[0]).toEqual(section('25 asked'));
  expect(types(blocks).filter((type) => type === 'section')).toHaveLength(2); // the other one says so
  expect(blocks).not.toContainEqual(section('Totals'));
});

it('a message of more than fifty blocks ends with a line that counts what is missing', () => {
  const sections = several(60, () => [section('x')]);
  const { blocks } = message('60 asked', sections);
  expect(blocks).toHaveLength(50);
  expect(blocks.at(-1)).toEqual(
    section('Too long for one message: 11 parts of the answer are not shown.'),
  );
});

it('a menu option that names no button, such as a forged one, is ignored', () => {
  expect(foldedButton('txn:note GARO 1\n2')).toEqual({ actionId: 'txn:note', value: 'GARO 1\n2' });
  expect(foldedButton('txn:note')).toBeUndefined();
});

const cell = (text: string) => ({ type: 'raw_text', text }) as const;
const body = [[cell('1'), { type: 'raw_number', value: 1, text: '1.00' } as const]];
const options = {
  caption: 'c',
  head: [cell('A'), cell('B')],
  rows: body,
  columns: [{ align: 'right' as const }],
};
const rows = [options.head, ...body];

it.each([
  [
    'current',
    { type: 'data_table', caption: 'c', rows, page_size: 10, row_header_column_index: 1 },
  ],
  ['classic', { type: 'table', rows, column_settings: options.columns }],
] as const)('a table has its rows, and of the rest what its form takes: %s', (form, block) => {
  const drawn = table(form, options);
  expect(drawn).toEqual(block);
  expect(checkMessage({ text: 'x', blocks: [drawn] }).breaches).toEqual([]);
});

it('a table has a sample for Slack to judge, with every kind of cell', () => {
  const sample = sampleTable();
  expect(checkMessage({ text: 'Hello', blocks: [sample] }).breaches).toEqual([]);
  for (const type of ['data_table', 'raw_number'])
    expect(JSON.stringify(sample)).toContain(`"type":"${type}"`);
});

const references = (count: number) =>
  Array.from({ length: count }, (_, place) => `GARO-${1_000_000 + place}`);
const lineOf = (words: readonly string[]) => JSON.stringify(notAskedForLine(words));

it('the line of words not looked up names as many as fit, and counts the rest', () => {
  expect(notAskedForLine([])).toEqual([]);
  expect(lineOf(references(2))).toContain('"Not looked up: GARO-1000000, GARO-1000001"');
  expect(lineOf(references(400))).toContain(', GARO-1000009 and 390 more"');
  expect(lineOf(['x'.repeat(400), 'GARO-1000000'])).toMatch(/: x{59}…, GARO-1000000"/);
});

it('words not looked up that are no whole reference are named without a button', () => {
  const ofLog = ['4bf92f3577b34da6a3ce929d0e0e4736', '9f8e7d6', 'payout-worker-7d9f8b6c54-x2lqp'];
  const threads = ['http-nio-8080-exec-3', 'pool-3-thread-12'];
  const pieces = ['GARO-8f3k', 'R-GARO-8', '0f8fad5b-d9cb-469f', '0f8fad5b-d9cb-469f-a165-7086'];
  for (const word of [...ofLog, ...threads, ...pieces]) {
    expect(lineOf([word])).toContain(`Not looked up: ${word}`);
    expect(lineOf([word])).not.toContain('button');
  }
  expect(lineOf(['PAYMENTS-3QX77', '1234567'])).toContain('"Look Up PAYMENTS-3QX77"');
});

it.each([
  ['successful', undefined, 'settled'],
  [' SUCCESSFUL ', '0', 'settled'],
  ['success', undefined, 'unknown'],
  ['In  Progress', '', 'moving'],
  ['declined', undefined, 'failed'],
  ['refunded', undefined, 'reversed'],
  ['successful', '1', 'reversed'],
  ['pending', '••', 'reversed'], // a flag that a channel may not read is not 0
  ['pending for Jane', undefined, 'unknown'],
  [undefined, undefined, 'unknown'],
])('a status %j with the reversed flag %j is %s', (status, flag, group) => {
  expect(statusGroup(status, flag)).toBe(group);
});

it('a field named as an amount is shown with thousands separators', () => {
  const fields: [name: string, value: unknown, shown: string][] = [
    ['Amount', new LosslessNumber('98765432109876543.210'), '98,765,432,109,876,543.210'],
    ['NET_AMOUNT', '-1250000.5', '-1,250,000.5'],
    ['vat.charges', '0', '0'],
    ['stampDuty', '1050', '1,050'],
    ['NIPCharge', '2500000', '2,500,000'],
    ['level2Fee', '1050', '1,050'],
  ];
  expect(fields.map(([name, value]) => amountField(name, value))).toEqual(
    fields.map(([, , shown]) => shown),
  );
});

it('a field not named as an amount, or without a plain number, is shown as it came', () => {
  const names = [
    'chargeCode',
    'feeBearer',
    'amountInKobo',
    'coffee',
    'total',
    'reference',
    'netamountcode',
    '',
  ];
  const texts = [
    '000250000',
    '1e5',
    '25,000.00',
    'NGN 1000',
    '1000 NGN',
    '.5',
    '1.',
    '٣',
    '',
    '9'.repeat(81),
  ];
  const values = [...texts, new LosslessNumber('1E+5'), null, true, { value: '1000' }, ['1000']];
  const fields = [
    ...names.map((name) => [name, '1000'] as const),
    ...values.map((value) => ['amount', value] as const),
  ];
  expect(fields.filter(([name, value]) => amountField(name, value) !== undefined)).toEqual([]);
});

it('the name of a field reads as words, and JSON is indented where it is not nested deep', () => {
  expect(['feedbackDescription', 'NIP_session'].map(fieldLabel)).toEqual([
    'feedback description',
    'NIP session',
  ]);
  const [flat, deep] = [12, 13].map((levels) =>
    JSON.parse('{"a":'.repeat(levels) + 1 + '}'.repeat(levels)),
  );
  expect([flat, deep].map((value) => jsonText(value).includes('\n'))).toEqual([true, false]);
});

it('a value that looks like an identifier is shown as code, and a sentence that begins with one is not', () => {
  expect(fieldText('x', 'GARO-8f3k2j1', 40)).toBe('`GARO-8f3k2j1`');
  expect(fieldText('x', 'GARO-8f3k2j1 was paid', 40)).toBe('GARO-8f3k2j1 was paid');
});

const internal = String.raw`
Error at Object.<anonymous> (native)
java.lang.NullPointerException
Traceback (most recent call last):
File "app.py", line 3
goroutine 1 [running]
panic: runtime error
Cannot read properties of undefined (reading 'id')
SELECT * FROM users WHERE id = 1
select id, name, bank from accounts
select id from accounts
INSERT INTO tx VALUES (1)
SQLSTATE[42S02]: Base table or view not found
ERROR: relation "transfers" does not exist
Duplicate entry '1' for key 'PRIMARY'
/var/www/html/index.php
/srv/app is full
in src/main/Transfer.java
C:\app\config
App\Http\Kernel
see https://api.bank.example/x
connect ECONNREFUSED 10.0.0.5:5432
getaddrinfo ENOTFOUND db
no answer from transfer-db:5432
localhost refused
DB1.BANK.LOCAL
core.bank is down
CORE.BANK is down
10.0.0.5 is down
fe80::1ff:fe23:4567:890a
`.trim();

const useful = `
Transfer failed. Contact support.
Amount must be at least 1,000.00 NGN
Invalid date 21/11/2026, 14:08:09
Account is dormant/closed and/or blocked (N/A), 24/7
Please select an account from the list.
Pay at the counter (open 24h), e.g. at branch (Lagos)
Insufficient funds (code 51), Error: 91
Session 100004240926153311119822107551 of GARO-8f3k2j1 is unknown
Too many requests: 60/min, name is too long (max. 40)
Transaction not found
`.trim();

it("tells a service's technical messages from those a person can use", () => {
  const lines = [...internal.split('\n'), 'Error: x\n    at find (/srv/app/index.js:10:5)'];
  expect(lines.filter((words) => !showsInternalDetails(words))).toEqual([]);
  expect(useful.split('\n').filter(showsInternalDetails)).toEqual([]);
});

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({
    unit: fc.constantFrom(
      '<',
      '>',
      '&',
      '!',
      '@',
      '#',
      '|',
      '*',
      '_',
      '~',
      '`',
      ':',
      ' ',
      '\n',
      'a',
      '•',
    ),
  }),
);

describe('a text from outside', () => {
  it('an outside text has no markup, or stands in a code span that it cannot leave', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(code(text)).toMatch(/^(`[^`\n]+`)?$/);
        const shown = safeText(text);
        expect(shown).not.toMatch(/[<>\n]/);
        expect(shown.replace(/&(amp|lt|gt);/g, '')).not.toMatch(/&/);
        if (!/^`[^`]*`$/.test(shown)) expect(shown).not.toMatch(/[*_~`]|:\/\/|:[^\s:]+:/);
      }),
    );
  });

  it('an outside text of only words stays plain, and is code where Slack would format it', () => {
    const words = ['Ọláòlúwa Adéṣọlá', 'O’Neil & Sons', 'فاطمة', '王小明', "a - b (c), d/e 'f'"];
    expect(words.map((name) => safeText(name))).toEqual(
      words.map((name) => name.replace('&', '&amp;')),
    );
    const markup = [
      '_A_1_',
      '*b*',
      '~c~',
      ':money_with_wings:',
      '> quote',
      'https://evil.example',
      'www.evil.example',
    ];
    expect(['@here', ...markup].filter((text) => !/^`.+`$/.test(safeText(text)))).toEqual([]);
    expect(safeText('<!channel> <https://evil.example|money>')).toBe(
      '`&lt;!channel&gt; &lt;https://evil.example|money&gt;`',
    );
    expect(safeText('abc\u202edcba')).toBe('abcdcba'); // and cannot turn the line around
    expect(code(' \n')).toBe('');
  });

  it('an outside text is cut to the length that Slack counts, after escaping', () => {
    const text = fc.string({ unit: fc.constantFrom('&', '<', 'a', 'é', '`') });
    fc.assert(
      fc.property(text, fc.integer({ min: 5, max: 50 }), (text, max) => {
        expect(safeText(text, max).length).toBeLessThanOrEqual(max + 2);
        expect(safeText(text, max)).not.toMatch(/&(?!amp;|lt;|gt;)/);
      }),
    );
  });

  it('an outside text as a label completes no emoji, and as an id is repeated only if it is one', () => {
    const mentions = ['U0ANN', 'C0SUPPORT', 'C0> <!channel>'].map((id) => mention(id));
    expect(mentions).toEqual(['<@U0ANN>', '<#C0SUPPORT>', 'somebody']);
    const labels = ['zenith', 'a:zq', 'a: zq', 'a:'].map((text) => label(text));
    expect(labels).toEqual(['zenith:', '`a:zq`:', 'a: zq:', '`a:`:']);
  });
});

it('cut() marks the cut, keeps to the length and splits no character', () => {
  expect(cut('🎉🎉🎉', 4)).toBe('🎉…');
  expect(cut('short', 5)).toBe('short');
  const max = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter }),
      max,
      (text, max) => cut(text, max).length <= max,
    ),
  );
  const cuts = [7, 10, 6].map((max) => cutMiddle('ABCDEFGHIJ', max));
  expect(cuts).toEqual(['ABC…HIJ', 'ABCDEFGHIJ', 'ABC…IJ']);
  for (const max of [11, 12]) expect(cutMiddle('🎉'.repeat(12), max)).toBe('🎉🎉🎉…🎉🎉');
});

it('an amount has separators and the configured currency', () => {
  const texts = ['98765432109876543.21', '999', '1000', '-1250000.5'];
  expect(texts.map((text) => amount(text))).toEqual([
    '98,765,432,109,876,543.21',
    '999',
    '1,000',
    '-1,250,000.5',
  ]);
  const exact = ['25000.00', '-1,000.00', '1,00,000', '1.8E+5'];
  expect(exact.map((text) => amount(text, 'NGN'))).toEqual([
    'NGN 25,000.00',
    '-NGN 1,000.00',
    'NGN 1,00,000',
    'NGN 1.8E+5',
  ]);
  const others = ['12,50', '1.000,50', '1e5e', '1e99', 'free', '1.2.3', '٣'];
  expect(others.map((text) => amount(text, 'NGN'))).toEqual(others);
  const decimal = fc.stringMatching(/^\d{1,40}(\.\d{1,10})?$/);
  fc.assert(fc.property(decimal, (text) => amount(text).replaceAll(',', '') === text));
});

it.each([
  [['98765432109876543.21', '0.79'], '98765432109876544.00', 0],
  [['-5', '2.50'], '-2.50', 0],
  [['1', 'x', undefined], '1', 2],
  [['1.8E+5', '1,000.00', '-25e-3', '12,50'], '180999.975', 1],
  [['1'.repeat(60), '1'.repeat(61)], '1'.repeat(60), 1], // longer ones are no amounts
  [[], undefined, 0],
])('an amount is added exactly: the sum of %j is %s', (amounts, total, unreadCount) => {
  expect(addUp(amounts)).toEqual({ total, unreadCount });
});

const [minute, hour] = [60_000, 3_600_000];
it('a time that somebody waits is as exact as they want to know', () => {
  const waits = [
    -5,
    0,
    999,
    89_000,
    90_000,
    42 * minute,
    89 * minute,
    90 * minute,
    47 * hour,
    48 * hour,
    168 * hour,
  ];
  const words = [
    '0 s',
    '0 s',
    '1 s',
    '89 s',
    '2 min',
    '42 min',
    '89 min',
    '2 h',
    '47 h',
    '2 days',
    '7 days',
  ];
  expect(waits.map(duration)).toEqual(words);
});
