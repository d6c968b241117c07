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
} from '../blocks/blocks.ts';
import { bold, code, date, label, outside } from '../blocks/mrkdwn.ts';
import type { CommandSyntax } from '../command-names.ts';
import { isBankCode, type OtherNumber } from '../reading/bank-names.ts';
import { cut } from '../text.ts';
import type { BankAnswer } from './cover.ts';
import type { BankListState, BankResults } from './directory.ts';
import type { BankName } from './names.ts';
import { type BankHit, nearTo } from './search.ts';

/** Lines of one search, and of several in one text. */
const rowsMax = 10;
const answersMax = 25;
/** With more than these, near names are rows of a list. */
const nearMax = 3;
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

/** Says how old the list is where that may matter: after an hour, or when the service gave no newer one. */
function ageLines({ kept, loadedAtMs }: BankListState, nowMs: number): Block[] {
  if (!kept && nowMs - loadedAtMs < oldMs) return [];
  const from = `List from ${date(loadedAtMs)}`;
  return [context([kept ? `${from}; ${whyKept(kept)}` : from])];
}

function whyKept({ because, atMs }: NonNullable<BankListState['kept']>): string {
  const at = date(atMs, 'time');
  if (because === 'silent') return `the service did not answer at ${at}`;
  if (because === 'not_asked') return `the service was not asked for a newer one at ${at}`;
  if (because === 'refused') return `the service gave no list at ${at}`;
  return `the service's list of ${at} lacks more than half of it`;
}

/** `/bank`: what was found, or the nearest as a question. */
export function bankAnswers({ answers, leftOut, list }: BankResults, nowMs: number): Reply {
  const [only, another] = answers;
  const { text, blocks, more } = only && !another ? oneAnswer(only) : severalAnswers(answers);
  const quiet = [more, leftOut.length > 0 ? `Not searched for: ${outside(leftOut.join(', '), leftOutMax)}` : undefined];
  const isQuiet = quiet.every((line) => line === undefined);
  return message(text, [...blocks, ...(isQuiet ? [] : [context(quiet)]), ...ageLines(list, nowMs)]);
}

interface Laid {
  /** The first line. */
  text: string;
  blocks: Block[];
  more?: string | undefined;
}

function oneAnswer(answer: BankAnswer): Laid {
  const { said, hits, isCertain } = answer;
  const [best, second] = hits;
  const isBegunCode = best?.why?.kind === 'code' && !isCertain;
  if (best && !second && isCertain) return certain(said, best);
  const near = nearTo(answer);
  if (!isCertain && !isBegunCode && near.length <= nearMax) return noBank(answer, near);
  const rows = hits.slice(0, rowsMax).map((hit, at) => lineOf(at === 0 && isCertain ? said : undefined, hit));
  const left = hits.length - rows.length;
  const title = isBegunCode
    ? `${hits.length === 1 ? '1 code begins' : `${hits.length} codes begin`} with ${quoted(said)}`
    : isCertain
      ? `${hits.length} banks match ${quoted(said)}`
      : `No bank is called ${quoted(said)}. Nearest:`;
  return {
    text: title,
    blocks: [
      section(title),
      ...sectionsOf(rows),
      ...(left > 0 ? buttons([{ actionId: 'bank:picker', label: 'Search in a Window' }]) : []),
    ],
    more: left > 0 ? `${left} more: add a ${isBegunCode ? 'digit' : 'word'}` : undefined,
  };
}

function certain(said: string, hit: BankHit): Laid {
  const isOther = hit.why?.kind === 'three-digits';
  return {
    text: lineOf(said, hit),
    blocks: [bankHeadline(hit.bank, nameOf(said, hit))],
    more: isOther ? "Three digits are another scheme's: transfers use the six" : undefined,
  };
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
    more: left > 0 ? `${left} more: ask for them alone` : undefined,
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
  const near = nearTo(answer);
  return near.length === 0
    ? `${asked}no bank`
    : `${asked}no bank. Nearest: ${near.slice(0, nearMax).map(nearLine).join(', ')}`;
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

function lineOf(said: string | undefined, hit: BankHit): string {
  return `${nameOf(said, hit)} · ${code(hit.bank.institutionCode)}`;
}

/** A bank's name, behind the other name that it was asked for by: the reason why it answers. */
function nameOf(said: string | undefined, { bank: { institutionName }, why }: BankHit): string {
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

/** After `/bank`, what only another command takes: says what it looks like, and offers that command. */
export function notABank(others: readonly OtherNumber[], syntax: CommandSyntax): Reply {
  const takes = `${code(syntax.write('bank'))} takes a name or a code: ${code(syntax.write('bank zenith'))}.`;
  const of = (kind: OtherNumber['kind']) => others.filter((other) => other.kind === kind).map(({ text }) => text);
  const references = of('reference');
  const [identifier] = of('identifier');
  const offer = (looks: string, command: string, text: string) => {
    const told = `${looks}: try ${code(syntax.write(`${command} ${text}`))}. ${takes}`;
    return message(told, [section(told), ...runButtons([{ label: `Run ${command}`, command, text }])]);
  };
  if (references.length > 0) {
    const looks = references.length === 1 ? 'That looks like a reference' : 'Those look like references';
    return offer(looks, 'txn', references.join(' '));
  }
  if (identifier !== undefined) return offer('That looks like the identifier of a transfer', 'tsq', identifier);
  const [{ kind, text } = { kind: 'account', text: '' }] = others;
  const looks = { session: 'a session id, which no command takes', phone: 'a phone number' };
  return plainReply(
    `${code(text)} looks like ${kind === 'session' || kind === 'phone' ? looks[kind] : 'an account number'}. ${takes}`,
  );
}
