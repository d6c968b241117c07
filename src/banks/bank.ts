import {
  type Block,
  buttons,
  context,
  message,
  plainReply,
  type Reply,
  type RunButton,
  runButtons,
  section,
  sectionsOf,
  withoutCustomer,
} from '../blocks/blocks.ts';
import { bold, code, date, label, outside } from '../blocks/mrkdwn.ts';
import type { CommandSyntax } from '../blocks/offers.ts';
import type { Command, Inquiry } from '../command.ts';
import { UserError } from '../errors.ts';
import {
  asksForNoBank,
  type BankQuestion,
  bankQuestionMax,
  isBankCode,
  type OtherNumber,
} from '../reading/bank-names.ts';
import type { BankIntent } from '../reading/question.ts';
import { cut } from '../text.ts';
import type { BankName } from './aliases.ts';
import type { BankAnswer } from './cover.ts';
import type { BankListState, BankResults } from './directory.ts';
import { type BankHit, nearMax, nearTo } from './search.ts';

/** Searches the bank list (spec 4.3). */
export const bank = {
  name: 'bank',
  about: 'banks',
  usage: '<name or code>',
  summary: 'Find a bank code by name, or a name by code',
  examples: ['zenith', '000015'],
  async answer(intent, { syntax, inquire }) {
    const { text, question } = intent;
    if (text.length > bankQuestionMax)
      throw new UserError(`${code(text, 60)} is too long for the name of a bank. Try one or two words of it.`);
    if (/^changes\b/i.test(text)) throw new UserError(noChanges);
    return asksForNoBank(question) ? withoutCustomer(notABank(question.others, syntax)) : inquire(bankSearch, question);
  },
} satisfies Command<BankIntent>;

/** `/bank changes` was a command of 0.2.0. */
const noChanges =
  'I no longer list changes in the bank list: the log counts them. Ask for a bank by its name or code instead.';

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
const olderScheme = 'Three-digit codes are an older scheme; transfers use these six digits.';

export function bankLine({ institutionName, institutionCode }: BankName): string {
  return `${outside(institutionName)} · ${code(institutionCode)}`;
}

/** The code stands behind the bold text: within, not every reader of mrkdwn draws it as code. */
export function bankHeadline({ institutionName, institutionCode }: BankName, name = outside(institutionName)): Block {
  return section(`${bold(name)} · ${code(institutionCode)}`);
}

/** Says how old the list is where that may matter: after an hour, or when the service gave no newer one. */
function ageLines({ kept, loadedAtMs }: BankListState, nowMs: number): Block[] {
  if (!kept && nowMs - loadedAtMs < oldMs) return [];
  const from = `List from ${date(loadedAtMs)}`;
  return [context([kept ? `${from}; ${whyKept[kept.because]} at ${date(kept.atMs, 'time')}` : from])];
}

/** What happened at the last refresh. */
const whyKept = {
  silent: 'the service did not answer',
  not_asked: 'the service was not asked for a newer one',
  refused: 'the service gave no list',
  shrunk: 'the service sent less than half of it',
};

/** `/bank`: what was found, or the nearest as a question. */
export function bankAnswers({ answers, leftOut, list }: BankResults, nowMs: number): Reply {
  const [only, another] = answers;
  const { text, blocks, more } = only && !another ? oneAnswer(only) : severalAnswers(answers);
  const left = leftOut.length > 0 ? [`Not searched for: ${outside(leftOut.join(', '), leftOutMax)}`] : [];
  const quiet = [...(more ?? []), ...left];
  return message(text, [...blocks, ...(quiet.length > 0 ? [context(quiet)] : []), ...ageLines(list, nowMs)]);
}

interface Laid {
  /** The first line. */
  text: string;
  blocks: Block[];
  /** Lines in small print. */
  more?: string[];
}

function oneAnswer(answer: BankAnswer): Laid {
  const { said, hits, isCertain } = answer;
  const [best, second] = hits;
  if (best && !second && isCertain) {
    const blocks = [bankHeadline(best.bank, nameOf(best, said))];
    return { text: lineOf(best, said), blocks, more: best.why?.kind === 'three-digits' ? [olderScheme] : [] };
  }
  const isBegunCode = best?.why?.kind === 'code' && !isCertain;
  const near = nearTo(answer);
  if (!isCertain && !isBegunCode && near.length <= nearMax) return noBank(answer, near);
  const begin = hits.length === 1 ? '1 code begins' : `${hits.length} codes begin`;
  const found = isCertain
    ? `${hits.length} banks match ${quoted(said)}`
    : `No bank is called ${quoted(said)}. Nearest:`;
  const title = isBegunCode ? `${begin} with ${quoted(said)}` : found;
  const rows = hits.slice(0, rowsMax).map((hit, at) => lineOf(hit, at === 0 && isCertain ? said : undefined));
  const blocks = [section(title), ...sectionsOf(rows)];
  const left = hits.length - rows.length;
  if (left === 0) return { text: title, blocks };
  const picker = buttons([{ actionId: 'bank:picker', label: 'Search in a Window' }]);
  const more = [`${left} more: add a ${isBegunCode ? 'digit' : 'word'}`];
  return { text: title, blocks: [...blocks, ...picker], more };
}

/** Codes of other schemes, by how many digits they have. */
const schemes = new Map([
  [3, ": three digits are the CBN's older scheme, and transfers use six"],
  [5, ": five digits are a payment gateway's, and transfers use six"],
]);

/** Why nothing is the answer, and what to try. */
function noBank({ said, withoutCode }: BankAnswer, near: readonly BankName[]): Laid {
  const digits = said.replace(/[\s-]/g, '');
  const isNumber = /^\d+$/.test(digits);
  const laid = (text: string, runs = near.map(asButton)) => ({ text, blocks: [section(text), ...runButtons(runs)] });
  if (withoutCode) return laid(`The list has ${underNoCode(withoutCode)}.`);
  if (isNumber && digits.length === 9 && near[0])
    return laid(`${code(said)} is a CBN sort code: ${code(digits.slice(0, 3))} stands for ${nearLine(near[0])}`);
  const swift = isBankCode(said) ? `${code(said)} is a SWIFT code, and transfers use six digits.` : undefined;
  const title = isNumber
    ? `No bank has the code ${code(digits)}${schemes.get(digits.length) ?? ''}.`
    : (swift ?? `No bank is called ${quoted(said)}.`);
  if (near.length > 0) return laid(`${title} Nearest: ${near.map(nearLine).join(', ')}`);
  if (/^\d{4,40}$/.test(digits))
    return laid(`${title} Is it a transaction identifier?`, [
      { label: `Requery ${digits}`, command: 'tsq', text: digits },
    ]);
  return laid(`${title} Try ${isNumber || swift ? 'the name' : 'one word of its name, or its code'}.`);
}

function underNoCode({ institutionName, institutionCode }: BankName): string {
  return `${bold(outside(institutionName, 80))} under ${code(institutionCode)}, which is no six-digit code`;
}

function severalAnswers(answers: readonly BankAnswer[]): Laid {
  const shown = answers.slice(0, answersMax);
  const found = answers.filter(({ isCertain }) => isCertain).length;
  const title = `${found < answers.length ? `${found} of ` : ''}${answers.length} found`;
  const differ = disagreement(answers);
  const left = answers.length - shown.length;
  return {
    text: differ ?? title,
    blocks: [
      section(differ ?? bold(title)),
      ...sectionsOf(shown.map(answerLine)),
      ...runButtons(shown.flatMap(buttonsFor).slice(0, buttonsMax)),
    ],
    more: left > 0 ? [`${left} more: ask for them alone`] : [],
  };
}

function answerLine(answer: BankAnswer): string {
  const { said, hits, isCertain } = answer;
  const asked = `${label(said, 60)} `;
  const [best, ...others] = hits;
  if (best && isCertain) {
    const slip = best.why?.kind === 'spelling' ? 'read as ' : '';
    return `${asked}${slip}${bankLine(best.bank)}${others.length > 0 ? ` and ${others.length} more` : ''}`;
  }
  if (answer.withoutCode) return `${asked}the list has ${underNoCode(answer.withoutCode)}`;
  const near = nearTo(answer).slice(0, nearMax).map(nearLine);
  return `${asked}no bank${near.length > 0 ? `. Nearest: ${near.join(', ')}` : ''}`;
}

function buttonsFor(answer: BankAnswer): RunButton[] {
  const { said, hits, isCertain } = answer;
  if (hits.length > 1) return [{ label: `All for ${said}`, command: 'bank', text: said }];
  return isCertain ? [] : nearTo(answer).slice(0, 1).map(asButton);
}

/** `is 000014 zenith?`: a code beside the name of another institution is said before both. */
function disagreement(answers: readonly BankAnswer[]): string | undefined {
  const isCode = ({ hits: [best] }: BankAnswer) => best?.why?.kind === 'code' || best?.why?.kind === 'three-digits';
  const [one, other, third] = answers;
  if (!one?.isCertain || !other?.isCertain || third || isCode(one) === isCode(other)) return undefined;
  return `${quoted(one.said)} and ${quoted(other.said)} are two institutions.`;
}

function lineOf(hit: BankHit, said?: string): string {
  return `${nameOf(hit, said)} · ${code(hit.bank.institutionCode)}`;
}

/** A bank's name, behind the other name that it was asked for by: the reason why it answers. */
function nameOf({ bank: { institutionName }, why }: BankHit, said: string | undefined): string {
  const name = outside(institutionName);
  if (why?.kind === 'alias') return `${outside(why.alias)} is ${name}`;
  if (why?.kind === 'three-digits') return `${code(why.code)} is ${name}`;
  return why?.kind === 'spelling' && said !== undefined ? `${outside(said, 60)}, read as ${name}` : name;
}

function nearLine({ institutionName, institutionCode }: BankName): string {
  return `${outside(institutionName, 60)} ${code(institutionCode)}`;
}

function asButton({ institutionName, institutionCode }: BankName): RunButton {
  return { label: institutionName, command: 'bank', text: institutionCode };
}

function quoted(said: string): string {
  return bold(outside(cut(said, 80), 80));
}

const looks: Record<OtherNumber['kind'], string> = {
  reference: 'a reference',
  identifier: 'the identifier of a transfer',
  session: 'a session id, which no command takes',
  phone: 'a phone number',
  account: 'an account number',
};

/** After `/bank`, what only another command takes: says what it looks like, and offers that command. */
function notABank(others: readonly OtherNumber[], { write }: CommandSyntax): Reply {
  const takes = `${code(write('bank'))} takes a name or a code: ${code(write('bank zenith'))}.`;
  const of = (kind: OtherNumber['kind']) => others.filter((other) => other.kind === kind).map(({ text }) => text);
  const references = of('reference');
  const [identifier] = of('identifier');
  const [{ kind, text } = { kind: 'account', text: '' } as const] = others;
  if (references.length === 0 && identifier === undefined)
    return plainReply(`${code(text)} looks like ${looks[kind]}. ${takes}`);
  const [command, asked] = references.length > 0 ? ['txn', references.join(' ')] : ['tsq', identifier ?? ''];
  const one = references.length > 0 ? looks.reference : looks.identifier;
  const said = references.length > 1 ? 'Those look like references' : `That looks like ${one}`;
  const told = `${said}: try ${code(write(`${command} ${asked}`))}. ${takes}`;
  return message(told, [section(told), ...runButtons([{ label: `Run ${command}`, command, text: asked }])]);
}
