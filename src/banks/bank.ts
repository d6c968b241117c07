import {
  type Block,
  buttons,
  context,
  message,
  type Reply,
  runButtons,
  section,
  sectionsOf,
  withoutCustomer,
} from '../blocks/blocks.ts';
import { bold, code, date, label, outside } from '../blocks/mrkdwn.ts';
import { notAskedForLine } from '../blocks/offers.ts';
import type { Command, Inquiry } from '../command.ts';
import { UserError } from '../errors.ts';
import { asksForNoBank, type BankQuestion, bankQuestionMax } from '../reading/bank-names.ts';
import type { CommandSyntax } from '../reading/command-names.ts';
import type { BankIntent } from '../reading/question.ts';
import { cut } from '../text.ts';
import type { BankName } from './aliases.ts';
import type { BankAnswer } from './cover.ts';
import type { BankListState, BankResults } from './directory.ts';
import { type BankHit, nearMax } from './search.ts';

/** Searches the bank list (spec 4.3). */
export const bank = {
  name: 'bank',
  about: 'banks',
  usage: '<name or code>',
  summary: 'Find a bank code by name, or a name by code',
  details: 'Short names, former names, slips and whole questions will do, several at once.',
  examples: ['zenith', '000015'],
  waiting: () => 'Still waiting for the transfer service to send its bank list. The answer will follow here.',
  async answer(intent, { syntax, inquire }) {
    const { text, question } = intent;
    if (text.length > bankQuestionMax)
      throw new UserError(`${code(text, 60)} is too long for the name of a bank. Try one or two words of it.`);
    return asksForNoBank(question) ? withoutCustomer(notABank(question, syntax)) : inquire(bankSearch, question);
  },
} satisfies Command<BankIntent>;

/** What only another command takes: offers that command. */
function notABank({ others }: BankQuestion, { write }: CommandSyntax): Reply {
  const text = `${code(write('bank'))} takes a name or a code: ${code(write('bank zenith'))}.`;
  return message(text, [section(text), ...notAskedForLine(others)]);
}

const bankSearch = {
  find: (question, { banks }) => banks.ask(question),
  // Bank codes are not customer data, but what stands beside a bank in the details of a payment is.
  forChannel: (found) => (found.leftOut.length > 0 ? { ...found, leftOut: [] } : found),
  show: (found) => bankAnswers(found, Date.now()),
} satisfies Inquiry<BankQuestion, BankResults>;

/** Lines of one search, and of several in one text. */
const rowsMax = 10;
const answersMax = 25;
const buttonsMax = 5;
const leftOutMax = 120;
/** A list as old as this says so. */
const oldMs = 3_600_000;

export function bankLine({ institutionName, institutionCode }: BankName): string {
  return `${outside(institutionName)} · ${code(institutionCode)}`;
}

/** The code stands behind the bold text: within, not every reader of mrkdwn draws it as code. */
export function bankHeadline({ institutionName, institutionCode }: BankName, name = outside(institutionName)): Block {
  return section(`${bold(name)} · ${code(institutionCode)}`);
}

/** `/bank`: what was found, or the nearest as a question. */
export function bankAnswers({ answers, leftOut, list }: BankResults, nowMs: number): Reply {
  const [only, another] = answers;
  const { text, blocks, more } = only && !another ? oneAnswer(only) : severalAnswers(answers);
  const left = leftOut.length > 0 ? `Not searched for: ${outside(leftOut.join(', '), leftOutMax)}` : undefined;
  const quiet = [more, left, ageOf(list, nowMs)].filter((line) => line !== undefined);
  return message(text, [...blocks, ...(quiet.length > 0 ? [context(quiet)] : [])]);
}

/** How old the list is, where that may matter: after an hour, or when the last refresh failed. */
function ageOf({ failedAtMs, loadedAtMs }: BankListState, nowMs: number): string | undefined {
  if (failedAtMs !== undefined) return `List from ${date(loadedAtMs)}, not refreshed at ${date(failedAtMs, 'time')}`;
  return nowMs - loadedAtMs < oldMs ? undefined : `List from ${date(loadedAtMs)}`;
}

interface Laid {
  /** The first line. */
  text: string;
  blocks: Block[];
  /** A line in small print. */
  more?: string;
}

function oneAnswer(answer: BankAnswer): Laid {
  const { said, hits, isCertain } = answer;
  const [best, second] = hits;
  if (!best || (!isCertain && hits.length <= nearMax)) return noBank(answer);
  if (isCertain && !second) return { text: lineOf(best, said), blocks: [bankHeadline(best.bank, nameOf(best, said))] };
  const title = isCertain ? `${hits.length} banks match ${quoted(said)}` : `${notFound(said)} Nearest:`;
  const rows = hits.slice(0, rowsMax).map((hit, at) => lineOf(hit, at === 0 && isCertain ? said : undefined));
  const blocks = [section(title), ...sectionsOf(rows)];
  const left = hits.length - rows.length;
  if (left === 0) return { text: title, blocks };
  const picker = buttons([{ actionId: 'bank:picker', label: 'Search in a Window' }]);
  return { text: title, blocks: [...blocks, ...picker], more: `${left} more: add a word or a digit` };
}

/** Codes that the list has not, without blanks and hyphens. */
const otherCodes: readonly (readonly [RegExp, string])[] = [
  [/^\d{3}$/, ": three digits are the CBN's older scheme, and transfers use six"],
  [/^\d{5}$/, ": five digits are a payment gateway's, and transfers use six"],
  [/^\d{9}$/, ': nine digits are a CBN sort code, and transfers use six'],
  [/^\d+$/, ''],
  [/^[a-z]{4}ngl[ax]/i, ': letters are a SWIFT code, and transfers use six digits'],
];

function notFound(said: string): string {
  const bare = said.replace(/[\s-]/g, '');
  const [, scheme] = otherCodes.find(([form]) => form.test(bare)) ?? [];
  return scheme === undefined ? `No bank is called ${quoted(said)}.` : `No bank has the code ${code(bare)}${scheme}.`;
}

/** Why nothing is the answer, and what is near or to be tried. */
function noBank({ said, hits, withoutCode }: BankAnswer): Laid {
  const near = hits.length > 0 ? nearest(hits) : 'Try one word of its name, or its code.';
  const text = withoutCode ? withNoCode(withoutCode) : `${notFound(said)} ${near}`;
  const runs = hits.map(({ bank: { institutionName, institutionCode } }) => {
    return { label: institutionName, command: 'bank', text: institutionCode };
  });
  return { text, blocks: [section(text), ...runButtons(runs)] };
}

function nearest(hits: readonly BankHit[]): string {
  const names = hits.slice(0, nearMax).map((hit) => bankLine(hit.bank));
  return `Nearest: ${names.join(', ')}`;
}

function withNoCode({ institutionName, institutionCode }: BankName): string {
  return `The list has ${bold(outside(institutionName, 80))} under ${code(institutionCode)}, which is no six-digit code.`;
}

function severalAnswers(answers: readonly BankAnswer[]): Laid {
  const shown = answers.slice(0, answersMax);
  const found = answers.filter(({ isCertain }) => isCertain).length;
  const title = bold(`${found < answers.length ? `${found} of ` : ''}${answers.length} found`);
  const open = shown.filter(({ hits, isCertain }) => hits.length > (isCertain ? 1 : 0)).slice(0, buttonsMax);
  const runs = open.map(({ said }) => ({ label: `All for ${said}`, command: 'bank', text: said }));
  const blocks = [section(title), ...sectionsOf(shown.map(answerLine)), ...runButtons(runs)];
  const left = answers.length - shown.length;
  return left > 0 ? { text: title, blocks, more: `${left} more: ask for them alone` } : { text: title, blocks };
}

function answerLine({ said, hits, isCertain, withoutCode }: BankAnswer): string {
  const asked = `${label(said, 60)} `;
  const [best, ...others] = hits;
  if (best && isCertain) {
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    return `${asked}${best.isSlip ? 'read as ' : ''}${bankLine(best.bank)}${more}`;
  }
  if (withoutCode) return withNoCode(withoutCode);
  return `${asked}no bank${best ? `. ${nearest(hits)}` : ''}`;
}

function lineOf(hit: BankHit, said?: string): string {
  return `${nameOf(hit, said)} · ${code(hit.bank.institutionCode)}`;
}

/** A bank's name, behind the other name that it was asked for by: the reason why it answers. */
function nameOf({ bank: { institutionName }, alias, isSlip }: BankHit, said: string | undefined): string {
  const name = outside(institutionName);
  if (alias !== undefined) return `${outside(alias)} is ${name}`;
  return isSlip && said !== undefined ? `${outside(said, 60)}, read as ${name}` : name;
}

function quoted(said: string): string {
  return bold(outside(cut(said, 80), 80));
}
