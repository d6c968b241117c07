import { checkMessage } from 'slack-sandbox';
import { institutions } from 'slack-sandbox/transfer-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bank, drawBankAnswers } from '../../src/banks/bank.ts';
import type { BankAnswer } from '../../src/banks/cover.ts';
import type { BankHit } from '../../src/banks/search.ts';
import type { Resources } from '../../src/command.ts';
import { txn } from '../../src/commands/txn-and-tsq.ts';
import { CleanedText } from '../../src/reading/cleaned-text.ts';
import { createReferences } from '../../src/reading/references.ts';
import type { Bank } from '../../src/transfer-service/client.ts';
import { bankQuestions } from '../fixtures/json-lines.ts';
import { answering, startServer, type TestServer } from '../support/http-server.ts';
import { resourcesFor, runCommand } from '../support/services.ts';
import { shownLines } from '../support/shown.ts';
import { everybody, alone as reader } from '../transfers/serve-transfers.ts';

const body = { success: true, message: 'Banks retrieved successfully', data: institutions };
let service: TestServer;
let resources: Resources;
beforeAll(async () => {
  service = await startServer(answering(200, body));
  resources = resourcesFor(service.url);
});
afterAll(() => service.close());

const ask = (typed: string) =>
  runCommand(bank, new CleanedText(typed, createReferences()).text, reader, resources);

/** The code that leads the answer, or each line of a list; what is only near leads nothing. */
async function leading(typed: string): Promise<string[]> {
  const [first = '', rows = ''] = shownLines(await ask(typed));
  const isList = / found\*$|^\*\d{6} is .*, not /.test(first);
  const told = isList
    ? rows.split('\n')
    : / banks match /.test(first)
      ? rows.split('\n').slice(0, 1)
      : [first];
  return told.flatMap((line) =>
    /no bank|not listed/i.test(line) ? [] : (/· `(\d{6})`/.exec(line)?.[1] ?? []),
  );
}

it('a question is answered with the banks it asks for, in its order', async () => {
  const isMissed = async ({ typed, codes, miss }: (typeof bankQuestions)[number]) => {
    const found = await leading(typed);
    if (miss === undefined) return found.join() !== codes.join();
    const { text } = await ask(typed);
    const areNear = !text.includes('Nearest') || codes.every((code) => text.includes(code));
    return found.length > 0 || !text.startsWith('The service lists no bank called *') || !areNear;
  };
  const missed = [];
  for (const question of bankQuestions) if (await isMissed(question)) missed.push(question.typed);
  expect(missed).toEqual([]);
});

it('a code without its leading zeros is found among words, and named in a list', async () => {
  for (const typed of ['13', 'code 13', 'which bank get code 13'])
    expect((await ask(typed)).text).toBe(
      'The service lists no bank with the code `13`: its leading zeros may be missing. Nearest: GTBANK PLC · `000013`',
    );
  expect(shownLines(await ask('000013, 000016, 13')).join('\n')).toMatch(
    /^\*2 of 3 banks found, 1 probable\*[\s\S]*^13: not listed, its leading zeros may be missing\. Nearest: GTBANK PLC · `000013`$/m,
  );
});

it('answers each of several bank codes, also one that no bank has', async () => {
  for (const typed of ['000015 000013 000099', '000015, 000013 and 000099'])
    expect((await ask(typed)).text).toBe('*2 of 3 banks found*');
});

it.each([
  [
    '000013 058 100033 999999',
    '*3 of 4 banks found*',
    '000013, 058 (an older CBN code): GTBANK PLC · `000013`',
  ],
  ['058 and 000014', '*2 banks found*', '058 (an older CBN code): GTBANK PLC · `000013`'],
  ['000013 058', '*058 (an older CBN code) is GTBANK PLC* · `000013`'],
  ['kuda 90267', '*090267 is KUDA MICROFINANCE BANK* · `090267`'],
  ['90267 kuda', '*090267 is KUDA MICROFINANCE BANK* · `090267`'],
  ['kuda 90267 gtb', '*2 banks found*'],
  ['gtb 000013 058', '*GTB, 000013, 058 (an older CBN code) is GTBANK PLC* · `000013`'],
  ['zenith 057', '3 banks match *zenith*', '057 (an older CBN code) is ZENITH BANK PLC · `000015`'],
  ['diamond bank', '*Diamond Bank is now ACCESS BANK* · `000014`'],
  ['skye and gtb', '*2 banks found*', 'skye: now POLARIS BANK · `000008`'],
  ['UBA', '*UBA is UNITED BANK FOR AFRICA* · `000004`'],
])(
  'says of a code of another system and of a former name what it is: %s',
  async (typed, ...lines) => {
    const shown = shownLines(await ask(typed)).flatMap((line) => line.split('\n'));
    expect(shown.slice(0, lines.length)).toEqual(lines);
  },
);

it.each([
  ['diamond bank', "Not the service's word: its list has no Diamond Bank. Confirm before"],
  ['058', "Not the service's word: its list has no 058. Confirm before money goes out."],
  ['gtb and skye', "Not the service's word: its list has no Skye."],
  ['providus 5401234567', '••4567'],
  ['providus 5401234567', "I can't check accounts."],
  ['opay 08031234567', '••4567'],
  ['90267 90405 100004 16', '*1 of 4 banks found, 3 probable*'],
  ['90267;90405;13', '*0 of 3 banks found, 3 probable*'],
  ['16\n13\n000014', '*1 of 3 banks found, 2 probable*'],
  ['access bank 000013 is this correct', '*000013 is GTBANK PLC, not ACCESS BANK (000014)*'],
  ['{"code":"000013","name":"access"}', '*000013 is GTBANK PLC, not ACCESS BANK (000014)*'],
  ['000025 = paystack titan', '*000025 is TITAN TRUST BANK, not PAYSTACK TITAN (100039)*'],
  ['gtb code is 000014', '*000014 is ACCESS BANK, not GTBANK PLC (000013)*'],
  ['code for gtbank, and who is 000014', '*2 banks found*'],
  ['source: gtbank, destination: 000014', '*2 banks found*'],
  ['source: gtbank, destination 000014', '*2 banks found*'],
  ['gtb and 000014', '*2 banks found*'],
  ['gtb/000014', '*2 banks found*'],
  ['bank: gtb, bank: 000014', '*2 banks found*'],
  ['gtb 000013, 000014', '*2 banks found*'],
  ['access bank 000014 is this correct', '*000014 is ACCESS BANK* · `000014`'],
  ['zenith, hsbc, gtb', 'hsbc: not listed'],
  ['kindly provide code for foobar mfb, gtb', 'foobar mfb: not listed'],
  ['is gtb down? loads of timeouts to 000013', '~ Not searched for: loads of timeouts'],
])('says what stands beside a bank, and whether it belongs to it: %s', async (typed, words) => {
  expect(shownLines(await ask(typed)).join('\n')).toContain(words);
});

it.each(['send 5000000 to gtb', 'gtb 20261129', 'code for gtb, customer sent 2500000'])(
  'an amount or a date beside a bank gets no button: %s',
  async (typed) => {
    expect(shownLines(await ask(typed)).join('\n')).not.toMatch(/Not looked up|Requery/);
  },
);

it('does not search the bank list for a reference or an amount', async () => {
  const before = service.requests.length;
  const fresh = resourcesFor(service.url);
  await runCommand(bank, '0123456789', reader, fresh);
  expect(service.requests).toHaveLength(before);
  await runCommand(bank, '0123456789 zenith', reader, fresh);
  expect(service.requests).toHaveLength(before + 1);
});

it('a bank without a six-digit code is explained, and a reference beside it can be looked up', async () => {
  const listed = institutions.filter(({ institutionCode }) => institutionCode !== '000014');
  const data = [...listed, { institutionCode: '044', institutionName: 'ACCESS BANK' }];
  const other = await startServer(answering(200, { ...body, data }));
  const asked = (command: typeof bank | typeof txn, typed: string) =>
    runCommand(command, typed, reader, resourcesFor(other.url));
  expect((await asked(bank, 'code for access bank pls')).text).toContain(
    '*ACCESS BANK* under `044`',
  );
  expect((await asked(txn, 'access')).text).toMatch(/^`access` looks like a bank/);
  await other.close();
});

it('a channel reads nothing of what was typed beside a bank', async () => {
  const typed = '0123456789, Adaeze Okonkwo, GTBank';
  expect(shownLines(await ask(typed))).toContain('~ Not searched for: Adaeze Okonkwo');
  const shared = await runCommand(bank, typed, everybody, resources);
  expect(shared.text).toBe("GTBANK PLC · `000013`\nI can't check accounts.");
  expect(JSON.stringify(shared)).not.toMatch(/Adaeze|Not searched for/);
});

it.each([
  ['gtb, house of the giwa, uba', '*2 of 3 banks found*'],
  ['is gtb down, house of the giwa, uba', '*2 of 3 banks found*'],
  ['code for gtb? house of the giwa, uba', '*2 of 3 banks found*'],
  ['house of the giwa and gtb', '*1 of 2 banks found*'],
])('a channel reads of an item that has no bank: %s', async (typed, title) => {
  const shared = shownLines(await runCommand(bank, typed, everybody, resources)).join('\n');
  expect(shared).toContain(title);
  expect(shared).toContain('house of the giwa: not listed');
});

it('names nothing as left out beside a bank and its own code without zeros', async () => {
  expect(shownLines(await ask('kuda 90267')).join()).not.toContain('Not searched for');
});

it('an answer with a bank names a reference beside it, and offers to look it up', async () => {
  const shown = JSON.stringify(await ask('zenith GARO-8f3k2j1 0123456789'));
  expect(shown).toContain('"Not looked up: GARO-8f3k2j1, ••6789"');
  expect(shown).toContain('"Look Up GARO-8f3k2j1"');
});

const loadedAtMs = Date.UTC(2026, 0, 31, 14, 2);
const list = { size: 798, loadedAtMs, failedAtMs: undefined };
const named = (institutionCode: string, institutionName: string): Bank => ({
  ...{ institutionCode, institutionName, category: '2' },
});
const gtb = named('000013', 'GTBANK PLC');
const zenith = named('000015', 'ZENITH BANK PLC');
const mobile = named('100018', 'ZenithMobile');
const heritage = named('090479', 'First Heritage MFB');
const found = (query: string, banks: Bank[], how: Partial<BankHit> = {}): BankAnswer => ({
  ...{ query, hits: banks.map((each) => ({ bank: each, isSlip: false, ...how })), isCertain: true },
});
const near = (query: string, ...banks: Bank[]): BankAnswer => ({
  ...found(query, banks),
  isCertain: false,
});
const nearest = 'First Heritage MFB · `090479`';
const many = Array.from({ length: 14 }, (_, index) => named(`0000${10 + index}`, `First ${index}`));
const show = (answers: BankAnswer[], leftOut: string[] = [], nowMs = loadedAtMs) =>
  drawBankAnswers({ answers, leftOut, list }, nowMs);
const shown = (...answers: BankAnswer[]) => shownLines(show(answers));

it('the first of several banks that a misspelling may mean says so', () => {
  const rows = 'zenoth, read as ZENITH BANK PLC · `000015`\nZenithMobile · `100018`';
  expect(shown(found('zenoth', [zenith, mobile], { isSlip: true }))).toEqual([
    '2 banks match *zenoth*',
    rows,
  ]);
});

it('many banks are ten rows, and a modal shows the rest', () => {
  for (const [answer, line] of [
    [found('first', many), '14 banks match *first*'],
    [near('fir', ...many), 'The service lists no bank called *fir*. Nearest:'],
    [near('00001', ...many), 'The service lists no bank with the code `00001`. Nearest:'],
  ] as const) {
    const [title, rows, picker, quiet] = shown(answer);
    expect([title, rows?.split('\n').length, quiet]).toEqual([
      line,
      10,
      '~ 4 more: add a word or a digit',
    ]);
    expect(picker).toMatch(/^\[Search in a Window\] bank:picker/);
  }
  expect(shown(found('first', many), found('zenith', [zenith])).join()).toMatch(
    /first: .* and 13 more$/m,
  );
});

it.each([
  ['qqq', 'The service lists no bank called *qqq*.'],
  ['5000041', 'The service lists no bank with the code `5000041`.'],
  [
    '999',
    'The service lists no bank with the code `999`: that looks like an older CBN code. Transfers use six digits: ask by name.',
  ],
  [
    '50211',
    "The service lists no bank with the code `50211`: that looks like a payment gateway's code. Transfers use six digits: ask by name.",
  ],
  [
    'gtbingla',
    'The service lists no bank with the code `gtbingla`: that looks like a SWIFT code. Transfers use six digits: ask by name.',
  ],
  [
    '058152036',
    'The service lists no bank with the code `058152036`: that looks like a CBN sort code. Transfers use six digits: ask by name.',
  ],
])(
  "an answer without a bank sends nobody on to other words, and names another scheme's code: %s",
  (query, sentence) => {
    expect(shown(near(query))).toEqual([sentence]);
    expect(shown(near(query, gtb))[0]).toBe(`${sentence} Nearest: GTBANK PLC · \`000013\``);
    expect(shown(near(query), found('zenith', [zenith]))[1]).toContain(`${query}: not listed\n`);
  },
);

it('a code that has lost its leading zeros is told from an unfinished one', () => {
  expect(shown(near('13', gtb))[0]).toContain('its leading zeros may be missing. Nearest: GTBANK');
  expect(shown(near('0000', gtb))[0]).toContain(
    'The service lists no bank with the code `0000`. Nearest: GTBANK',
  );
});

it('an entry that no transfer can use is said to be in the list', () => {
  const access = {
    ...near('access'),
    withInvalidCode: { institutionCode: '044', institutionName: 'ACCESS BANK' },
  };
  const sentence = 'The list has *ACCESS BANK* under `044`, which is no six-digit code.';
  expect(shown(access)[0]).toBe(sentence);
  expect(shown(access, found('zenith', [zenith]))[1]).toContain(sentence);
});

it('an answer for several banks says which names are no bank, and what is near', () => {
  expect(shown(near('hsbc'), near('heritage bank', heritage), found('gtb', [gtb]))).toEqual([
    '*1 of 3 banks found*',
    `hsbc: not listed\nheritage bank: not listed. Nearest: ${nearest}\ngtb: GTBANK PLC · \`000013\``,
    '[All for heritage bank] bank:run:0 heritage bank',
  ]);
});

it('an answer for several banks has five buttons at most', () => {
  const all = shown(
    ...Array.from({ length: 30 }, (_, at) => found(`zenith ${at}`, [zenith, mobile])),
  );
  expect([all[0], all[1]?.split('\n').length]).toEqual(['*30 banks found*', 30]);
  expect(all.filter((line) => line.startsWith('['))).toHaveLength(5);
});

it.each([
  ['has no date while it is less than an hour old', 3_599_999, undefined, /^$/],
  [
    'has its date once it is an hour old',
    3_600_000,
    undefined,
    /^~ List from <!date\^1769868120\^[^;]*>$/,
  ],
  ['says when its last refresh failed', 0, loadedAtMs, /^~ List from .*, not refreshed at </],
])('the bank list %s (%i ms old)', (_what, ageMs, failedAtMs, line) => {
  const asked = { answers: [found('gtb', [gtb])], leftOut: [], list: { ...list, failedAtMs } };
  const [, ...quiet] = shownLines(drawBankAnswers(asked, loadedAtMs + ageMs));
  expect(quiet.join('\n')).toMatch(line);
});

it('text of the bank list or the asker never pings nor formats, at any length', () => {
  const rude = named('000001', `<!channel> *${'long '.repeat(300)}*${'&'.repeat(300)}`);
  const query = '<!here> `*x*`';
  const alias = { alias: '<!here> *x*' };
  const several = Array.from({ length: 30 }, (_, at) =>
    found(`<!here> *${at}* ${'x'.repeat(90)}`, [rude, rude]),
  );
  const alone = [
    ...[found(query, [rude]), found(query, [rude], alias), found(query, [rude], { isSlip: true })],
    ...[
      found(query, Array(20).fill(rude), alias),
      near(query, rude),
      near(query, rude, rude, rude),
    ],
  ];
  for (const answers of [...alone.map((one) => [one]), several])
    expect(checkMessage({ ...show(answers, ['<!here>'.repeat(90)]) }).breaches).toEqual([]);
});
