import { institutions } from 'slack-sandbox/transfer-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bank } from '../../src/banks/bank.ts';
import type { Reader, Resources } from '../../src/command.ts';
import { commandNames } from '../../src/commands/command-names.ts';
import { txn } from '../../src/commands/txn-and-tsq.ts';
import { typedText } from '../../src/reading/clean.ts';
import { bankQuestions } from '../fixtures/bank-questions.ts';
import { asker } from '../support/asker.ts';
import { answering, startServer, type TestServer } from '../support/http-server.ts';
import { resourcesFor, runCommand } from '../support/services.ts';
import { shownLines } from '../support/shown.ts';

const reader: Reader = { asker, audience: 'asker', canShare: true, syntax: commandNames('').slash };
const body = { success: true, message: 'Banks retrieved successfully', data: institutions };
let service: TestServer;
let resources: Resources;
beforeAll(async () => {
  service = await startServer(answering(200, body));
  resources = resourcesFor(service.url);
});
afterAll(() => service.close());

const ask = (typed: string) => runCommand(bank, typedText(typed), reader, resources);

/** The code that leads the answer, or each line of a list; what is only near leads nothing. */
async function leading(typed: string): Promise<string[]> {
  const [first = '', rows = ''] = shownLines(await ask(typed));
  const isList = / found\*$/.test(first);
  const told = isList ? rows.split('\n') : / banks match /.test(first) ? rows.split('\n').slice(0, 1) : [first];
  return told.flatMap((line) => (/no bank/i.test(line) ? [] : (/· `(\d{6})`/.exec(line)?.[1] ?? [])));
}

it('a question is answered with the banks it asks for, in its order; of a known miss none is certain, and they are near', async () => {
  const isMissed = async ({ typed, codes, miss }: (typeof bankQuestions)[number]) => {
    const found = await leading(typed);
    if (miss === undefined) return found.join() !== codes.join();
    const { text } = await ask(typed);
    const areNear = !text.includes('Nearest') || codes.every((code) => text.includes(code));
    return found.length > 0 || !text.startsWith('No bank is called *') || !areNear;
  };
  const missed = [];
  for (const question of bankQuestions) if (await isMissed(question)) missed.push(question.typed);
  expect(missed).toEqual([]);
});

it('what is no bank is not looked for in the list of banks', async () => {
  const before = service.requests.length;
  const fresh = resourcesFor(service.url);
  await runCommand(bank, '0123456789', reader, fresh);
  expect(service.requests).toHaveLength(before);
  await runCommand(bank, '0123456789 zenith', reader, fresh);
  expect(service.requests).toHaveLength(before + 1);
});

it('says of a bank under no six-digit code what the list has, and offers it where a reference was asked for', async () => {
  const listed = institutions.filter(({ institutionCode }) => institutionCode !== '000014');
  const data = [...listed, { institutionCode: '044', institutionName: 'ACCESS BANK' }];
  const other = await startServer(answering(200, { ...body, data }));
  const asked = (command: typeof bank | typeof txn, typed: string) =>
    runCommand(command, typed, reader, resourcesFor(other.url));
  expect((await asked(bank, 'code for access bank pls')).text).toContain('*ACCESS BANK* under `044`');
  expect((await asked(txn, 'access')).text).toMatch(/^`access` looks like a bank/);
  await other.close();
});

it('keeps what stands beside a bank out of a channel', async () => {
  const typed = '0123456789, Adaeze Okonkwo, GTBank';
  expect(shownLines(await ask(typed)).at(-1)).toMatch(/^~ Not searched for: Adaeze Okonkwo$/);
  const shared = await runCommand(bank, typed, { ...reader, audience: 'channel' }, resources);
  expect(shared.text).toBe('GTBANK PLC · `000013`');
  expect(JSON.stringify(shared)).not.toMatch(/Adaeze|Not searched for/);
  expect(shownLines(await ask(typed)).at(-1)).toMatch(/^~ Not searched for: Adaeze Okonkwo$/);
});

it('names a reference beside a bank, and offers to look it up', async () => {
  const shown = JSON.stringify(await ask('zenith GARO-8f3k2j1 0123456789'));
  expect(shown).toContain('"Not asked for: GARO-8f3k2j1"');
  expect(shown).toContain('"Look Up GARO-8f3k2j1"');
});
