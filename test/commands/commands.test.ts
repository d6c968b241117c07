import {
  createSampleTransferService,
  type SampleTransferService,
} from 'slack-sandbox/transfer-service';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { bank } from '../../src/banks/bank.ts';
import { createBankDirectory } from '../../src/banks/directory.ts';
import { commandNames, type Reader } from '../../src/command.ts';
import { replyWithoutReference } from '../../src/commands/talk.ts';
import { tsq, txn } from '../../src/commands/txn-and-tsq.ts';
import type { CommandName } from '../../src/reading/question.ts';
import { asker, places } from '../support/asker.ts';
import { startChangingService } from '../support/changing-service.ts';
import { logLines } from '../support/log-lines.ts';
import { resourcesFor, runCommand } from '../support/services.ts';
import { shownLines } from '../support/shown.ts';

const { slash, mention } = commandNames('');
let service: SampleTransferService;
beforeEach(async () => {
  service = await createSampleTransferService();
});
afterEach(() => service.close());

type Named = { name: CommandName };

const reader: Reader = { asker, place: places.asker, canShare: true, syntax: slash };
const run = (command: Named, text: string, by: Partial<Reader> = {}) =>
  runCommand(
    command,
    text,
    { ...reader, ...by },
    resourcesFor(service.baseUrl, { TRANSFER_API_TOKEN: service.token }),
  );
const said = (command: Named, text: string, syntax = slash) =>
  run(command, text, { syntax }).then(
    (reply) => reply.text,
    (error: Error) => error.message,
  );

it.each([txn, tsq, bank])(
  'every command says how to ask without an argument, and with help',
  async (command) => {
    for (const help of ['', 'help', 'HELP', '?', '--help'])
      expect(await said(command, help)).toContain(`\n\`/${command.name} `.trimStart());
    expect(await said(command, '', mention)).toContain(`\`@txnbot ${command.name} `);
    expect(service.requests).toEqual([]);
  },
);

const account =
  /^I can't find a transfer, a bank or an owner by an account number\. Ask with the transfer's reference or transaction ID\./;

it.each([
  ['GARO-8f3k2j1', /^✓ Successful · 25,000\.00/],
  [`ABC123 1A234${'X'.repeat(196)}`, /^`1A234X{54}…` is 201 characters long/],
  ['x'.repeat(201), /201 characters long, and 200 is the most/],
  ['GARO-8f3k2j1 GARO-8f3k2j1', /^✓ Successful/],
  ['one two', /^I found no reference in that, .* Paste one by itself, such as `GARO-8f3k2j1`\.$/],
  ['garo-8F3K2J1', /^✓ Successful.*\n`GARO-8f3k2j1` was typed as `garo-8F3K2J1`$/],
  ['GARO-8f3k2j1 GARO-2X9F4T7', /^2 asked: .*\n`GARO-2x9f4t7` was typed as `GARO-2X9F4T7`\n/],
  [
    'ref GARO-7c4m9p2, trx id 19253, bank code 000007',
    /^2 asked: 2 successful\n[\s\S]*\nFIDELITY BANK · `000007`$/,
  ],
  [
    "GARO-8f3k2j1, tsq 19253 and wema's code?",
    /^2 asked, of 1 transaction: [\s\S]*\nWEMA BANK · `000017`$/,
  ],
  ['GARO-8f3k2j1. Also kuda', /\nKUDA MICROFINANCE BANK · `090267`$/],
  ['GARO-8f3k2j1 and the code for access bank', /^✓ Successful.*\nACCESS BANK · `000014`$/],
  [
    'GARO-5p1d6w8, txn id 19261, what does TSQ say',
    /^2 asked, of 1 transaction: 1 disagrees with its requery\n`19261` is the transaction ID of .*\n.*$/,
  ],
  ['GARO-5p1d6w8, txn id 19247', /^2 asked: 1 pending · 1 failed/],
  ['GARO-8f3k2j1, institution code 100004', /\nOPAY · `100004`$/],
  ['GARO-8f3k2j1 bank: 000013 and 058', /\n058 \(an older CBN code\) is GTBANK PLC · `000013`$/],
  [
    'reference,bank\nGARO-8f3k2j1,000013\nGARO-5p1d6w8,100004',
    /^2 asked: [^\n]*\n`GARO-5p1d6w8`[^\n]*\n`GARO-8f3k2j1`[^\n]*$/,
  ],
  ['GARO-8f3k2j1 bank code 000013, bank code 000014, bank code 000015', /^✓ Successful[^\n]*$/],
  ['GARO-8f3k2j1 code for gtb and wema', /\n\*2 banks found\*$/],
  [
    'pls I need two things: status of GARO-8f3k2j1 and the bank code for gtb and wema',
    /\n\*2 banks found\*$/,
  ],
  ['GARO-8f3k2j1; kuda', /\nKUDA MICROFINANCE BANK · `090267`$/],
  ['GARO-8f3k2j1 then 100004', /^✓ Successful[^\n]*$/],
  ['zenith 058', /^`zenith 058` looks like a bank, so I looked nothing up\.$/],
  ['GARO-8f3k2j1 failed with code 91, opay', /^✓ Successful[^\n]*$/],
  [
    'why did bank decline GARO-2x9f4t7, when refund?',
    /^The record gives no reason for its status, and no date .*\n✕ Failed[^\n]*$/,
  ],
  [
    'GARO-2x9f4t7 reason for the failure? when customer go get am',
    /^The record gives no reason .*\n✕ Failed[^\n]*$/,
  ],
  ['which bank get account number 0123456789?', account],
  ['who owns acct 0123456789', account],
  ['zenith', /^`zenith` looks like a bank, so I looked nothing up\.$/],
  ['058', /^`058` looks like a bank/],
  ['120', /not_found/],
  ['opne', /^I don't understand `opne`: did you mean `open`\? I looked nothing up\.$/],
  ['hlep', /did you mean `help`/],
  ['Wachting', /did you mean `watching`/],
  ['heap', /not_found/],
  [
    'thumbs up',
    /^I don't understand `thumbs up`\. Try `\/txn GARO-8f3k2j1`, `\/tsq 19261`, `\/bank zenith` or `\/txn help`\.$/,
  ],
  ['resend', /^I only read: I can't resend, reverse or change anything\.\nWhich transaction\?/],
])('/txn %j is answered: %s', async (text, answered) => {
  expect(await said(txn, text)).toMatch(answered);
});

it.each([
  ['account 0123456789 pls', /^`••6789` looks like an account or a phone number\. Try `/],
  ['GARO-8f3k2j1', /^✓ Successful · 25,000.00 · `GARO-8f3k2j1`/],
  ['why did GARO-2x9f4t7 fail', /^✕ Failed · 7,300\.00 · `GARO-2x9f4t7`(?!.*can't answer)/s],
  ['watch GARO-8f3k2j1', /^`watch GARO-8f3k2j1` isn't a transaction identifier/],
  ['GARO-8f3k2j1|GARO-5p1d6w8', /^2 asked: 1 disagrees with its requery · 1 successful/],
  ['GARO-5p1d6w8', /^◷ Pending.*\n.*The requery says SUCCESSFUL/],
  ['19247 19198', /\nRequery `19247` · ✕ \*FAILED\* · code 51\n/],
  ['customer 19247', /^Requery `19247` · ✕ \*FAILED\*/],
  ['19253, bank code 058', /\n058 \(an older CBN code\) is GTBANK PLC · `000013`$/],
  ['9'.repeat(40), /^Requery|requery: |No /],
  ['9'.repeat(41), /^`9{41}` is 41 characters long, and 40 is the most/],
])('/tsq %s is answered: %s', async (text, answered) => {
  expect(await said(tsq, text)).toMatch(answered);
});

it.each([
  ['x'.repeat(1_001), /^`x{59}…` is too long/],
  ['zenith '.repeat(142), /banks match \*zenith\*/],
  ['which bank is 0123456789', account],
])('/bank %s is answered: %s', async (text, answered) => {
  expect(await said(bank, text)).toMatch(answered);
});

it.each([
  [txn, 'GARO-8f3k2j1 100200300 25,000 please', '100200300'],
  [tsq, '12345698690885579, it was RTX88100x', 'RTX88100x'],
])('words that were not looked up are named below the answer: %#', async (command, text, left) => {
  expect(shownLines(await run(command, text))).toContain(`~ Not looked up: ${left}`);
});

const nothing = 'I found no reference in that, so I looked nothing up.';
const accounts = [
  '0123456789',
  '08012345678',
  '1123456789',
  '2123456789',
  '3123456789',
  '4123456789',
];
const hints = accounts
  .slice(0, 5)
  .map((account) => `\`••${account.slice(-4)}\` looks like an account or a phone number.`);
const hinted = [`${nothing} Ask with the transfer's reference or transaction ID.`, ...hints].join(
  '\n',
);
const others = [...accounts, 'ABC12345'];
const bvn = '"BVN-22212345678"';

it.each<[text: string, leftOut: string[], ...lines: string[]]>([
  [
    'x y',
    others,
    hinted,
    '~ Not looked up: `••6789, ABC12345`',
    '[Look Up ABC12345] txn:run:20 ABC12345',
  ],
  [
    'zenith\nbank',
    [],
    nothing,
    '~ Not looked up: zenith bank',
    '[Find the Bank] bank:run:20 zenith bank',
  ],
  ['BVN-22212345678', [], nothing, `~ Not looked up: ${bvn}`, `[Look Up ${bvn}] txn:run:20 ${bvn}`],
])(
  'a text without a reference is told what it looks like, and how to ask for that: %j',
  (text, leftOut, ...lines) => {
    const none = { references: [], identifiers: [], wantsAction: false };
    const intent = { kind: 'transactions', text, ...none } as const;
    expect(shownLines(replyWithoutReference(intent, leftOut))).toEqual(lines);
  },
);

it('an outage at one bank is told in counts on its cards and tables, and on nobody else’s', async () => {
  const changing = await startChangingService({});
  onTestFinished(changing.close);
  const resources = resourcesFor(changing.url);
  /** References of transfers to GTBANK, unless the record says otherwise. */
  const transfers = (name: string, count: number, record: Record<string, unknown> = {}) => {
    const references = Array.from({ length: count }, (_, index) => `${name}-${1_000_000 + index}`);
    changing.set(references, record);
    return references;
  };
  const hint = async (...references: string[]) => {
    const reply = await runCommand(txn, references.join(' '), reader, resources);
    return /\d+ of \d+ (?:to|recent)[^"\\]*/.exec(JSON.stringify(reply.blocks))?.[0];
  };
  const access = { destinationBankCode: '000014', destinationBankName: 'ACCESS BANK' };
  await hint(...transfers('SETTLED', 22, access), ...transfers('DONE', 1));
  for (const reference of transfers('PENDING', 5, { status: 'pending' }))
    expect(await hint(reference)).toBeUndefined();
  const gtbank = '6 of 7 to GTBANK PLC not final';
  expect(await hint(...transfers('LAST', 1, { status: 'failed' }))).toBe(gtbank);
  expect(await hint('SETTLED-1000000')).toBeUndefined();
  expect(await hint('PENDING-1000000', 'SETTLED-1000000')).toBe(gtbank);
});

it('"how is" a bank is answered with counts of transfers to it and from it', async () => {
  const changing = await startChangingService({});
  onTestFinished(changing.close);
  const resources = resourcesFor(changing.url);
  const references = ['PAY-1000001', 'PAY-1000002', 'PAY-1000003', 'PAY-1000004'];
  changing.set(references, { status: 'pending' });
  changing.set(references.slice(0, 1), {
    destinationBankCode: '000014',
    sourceBankCode: '000013',
  });
  await runCommand(txn, references.join(' '), reader, resources);

  const gtbank = { institutionCode: '000013', institutionName: 'GTBANK PLC', category: '2' };
  const load = async () => ({ banks: [gtbank], droppedCount: 0, withInvalidCode: [] });
  const { logger } = logLines();
  const banks = createBankDirectory({ load, ttlMs: 60_000, maxStaleMs: 60_000, logger });
  const services = { ...resources.services, banks };
  const said = async (text: string) =>
    (await runCommand(txn, text, reader, { ...resources, services })).text;
  expect(await said('is gtbank down?')).toMatch(/: 3 transfers to it, 3 not final, 1 from it\.$/);
  const all =
    /\n3 transfers to \*GTBANK PLC\*, 3 not final\.\n1 transfer to \*000014\*, 1 not final\.$/;
  expect(await said('what is down?')).toMatch(all);
  expect(await said('is gtbank psb down?')).toMatch(all); // a bank of another kind

  const forgetful = resourcesFor(changing.url, { REMEMBER_HOURS: '0' });
  await runCommand(txn, references.join(' '), reader, forgetful);
  expect((await runCommand(txn, 'what is down?', reader, forgetful)).text).toMatch(
    /nothing open\.$/,
  );
});
