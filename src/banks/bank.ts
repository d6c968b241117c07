import type { types } from '@slack/bolt';
import * as z from 'zod';
import {
  type Block,
  buttons,
  context,
  message,
  mrkdwnReply,
  packIntoSections,
  plainText,
  type Reply,
  runButtons,
  section,
  withoutCustomer,
} from '../blocks/blocks.ts';
import { explainAccount } from '../blocks/failure-words.ts';
import { bold, code, date, label, safeText } from '../blocks/mrkdwn.ts';
import { addContextLine, addNotAskedFor, sharedByMax } from '../blocks/offers.ts';
import { conversationInput, createModal } from '../blocks/views.ts';
import type { Command, Inquiry, Resources } from '../command.ts';
import { UserError } from '../errors.ts';
import {
  type BankQuestion,
  bankQuestionMax,
  isNameOrCode,
  mayNameBank,
  readBankQuestion,
} from '../reading/bank-names.ts';
import type { BankIntent } from '../reading/question.ts';
import { numberShape } from '../reading/shapes.ts';
import type { SlackRequest } from '../slack/request.ts';
import { buttonValue, chosenOption, modalMetadata, type Routes } from '../slack/routes.ts';
import { cut, foldBlanks, joinNonEmpty } from '../text.ts';
import type { Bank } from '../transfer-service/client.ts';
import type { BankAnswer } from './cover.ts';
import type { BankListState, BankResults } from './directory.ts';
import { type BankHit, suggestionsMax } from './search.ts';

const offeredBanksMax = 100;
const noAccounts = "I can't check accounts.";

/** `/bank`: searches the transfer service's list of banks (API spec, section 4.3). */
export const bank = {
  name: 'bank',
  about: 'banks',
  usage: '<name or code>',
  summary: 'Find a bank code by name, or a name by code',
  examples: ['zenith', '000015'],
  async answer(intent, { syntax, inquire }) {
    const { text, question } = intent;
    if (text.length > bankQuestionMax)
      throw new UserError(
        `${code(text, 60)} is too long for the name of a bank. Try one or two words of it.`,
      );

    const { others } = question;
    if (others.length > 0 && !mayNameBank(question)) {
      const takes = `${code(syntax.write('bank'))} takes a name, such as ${code(syntax.write('bank zenith'))}, or a code of six digits.`;
      return addNotAskedFor(withoutCustomer(mrkdwnReply(explainAccount(text) ?? takes)), others);
    }

    const words = question.parts.flat();
    const numbers = words.map((word) => word.text).filter((word) => /^\d{10,}$/.test(word));
    const isBeside = words.some(isNameOrCode);
    // A shorter number may be an amount or a date.
    const notAsked = [...new Set(isBeside ? [...others, ...numbers] : others)];
    const isAccount = notAsked.some((word) => numberShape(word) === 'account');
    const reply = addNotAskedFor(await inquire(bankSearch, question), notAsked);

    return addContextLine(reply, isAccount ? noAccounts : undefined);
  },
} satisfies Command<BankIntent>;

const bankSearch = {
  find: (question, { banks }) => banks.ask(question),
  // Bank codes are not customer data, but the words left out may be: they can come from the details
  // of a payment.
  forChannel: (found) => (found.leftOut.length > 0 ? { ...found, leftOut: [] } : found),
  show: (found) => drawBankAnswers(found, Date.now()),
} satisfies Inquiry<BankQuestion, BankResults>;

const bankRowsMax = 10;
const bankButtonsMax = 5;
const leftOutMax = 120;
/** If the bank list was loaded at least this long ago, the answer says when. */
const oldMs = 3_600_000;

function bankLine(
  { institutionName, institutionCode }: Bank,
  name = safeText(institutionName),
): string {
  return `${name} · ${code(institutionCode)}`;
}

/**
 * Draws the bank's name in bold, and the code after the bold text: some clients don't render bold
 * code.
 */
function bankHeadline(of: Bank, name = safeText(of.institutionName)): Block {
  return section(bankLine(of, bold(name)));
}

/**
 * Draws the answer to `/bank`: the banks that were found or, where no bank is certain, the nearest
 * banks.
 */
export function drawBankAnswers(
  { answers, leftOut, isCodeClaimed = false, list }: BankResults,
  nowMs: number,
): Reply {
  const [only, another] = answers;
  const { text, blocks } =
    only && !another ? oneAnswer(only) : severalAnswers(answers, isCodeClaimed);
  const isOld = list.failedAtMs !== undefined || nowMs - list.loadedAtMs >= oldMs;
  const quiet = joinNonEmpty([
    cautionOf(answers),
    leftOut.length > 0 && `Not searched for: ${safeText(leftOut.join(', '), leftOutMax)}`,
    isOld && `List ${formatListAge(list)}`,
  ]);

  return message(text, quiet === '' ? blocks : [...blocks, context([quiet])]);
}

/**
 * Warns of former names and of other systems' codes, which are from the table of aliases and not
 * the service's word.
 */
function cautionOf(answers: readonly BankAnswer[]): string | undefined {
  const names = answers.flatMap((answer) => {
    const [{ alias = '', isFormer } = {}] = answer.hits;
    if (isFormer || (answer.isCertain && schemeOf(alias))) return alias;
    return answer.isCertain ? queriesOf(answer).filter(schemeOf) : [];
  });
  if (names.length === 0) return undefined;

  const outside = safeText([...new Set(names)].join(', '), leftOutMax);
  return `Not the service's word: its list has no ${outside}. Confirm before money goes out.`;
}

/**
 * Says when the bank list was loaded and, if a later refresh failed, when that was. Returns text in
 * Slack's mrkdwn.
 */
export function formatListAge({ failedAtMs, loadedAtMs }: BankListState): string {
  const failed = failedAtMs === undefined ? '' : `, not refreshed at ${date(failedAtMs, 'time')}`;
  return `from ${date(loadedAtMs)}${failed}`;
}

function oneAnswer(answer: BankAnswer): Pick<Reply, 'text' | 'blocks'> {
  const { query, also = [], hits, isCertain } = answer;
  const [best, second] = hits;
  if (!best || (!isCertain && hits.length <= suggestionsMax)) return noBank(answer);

  // `access bank 000014`: confirmed, but without a "yes", which may be asked of something else.
  const asked = [query, ...also];
  const own = asked.some(hasLetters) && asked.find(isCode);
  const name = nameHit(best, query, [...(own ? [own] : []), ...queriesOf(answer).slice(1)]);
  if (isCertain && !second)
    return { text: bankLine(best.bank, name), blocks: [bankHeadline(best.bank, name)] };

  const title = isCertain
    ? `${hits.length} banks match ${quoteQuery(query)}`
    : `${explainNotFound(answer)} Nearest:`;
  const rows = hits
    .slice(0, bankRowsMax)
    .map((hit) => bankLine(hit.bank, hit === best && isCertain ? name : nameHit(hit)));
  const left = hits.length - rows.length;
  const picker = buttons([{ actionId: 'bank:picker', label: 'Search in a Window' }]);
  const more = left > 0 ? [...picker, context([`${left} more: add a word or a digit`])] : [];

  return { text: title, blocks: [section(title), ...packIntoSections(rows), ...more] };
}

/** Forms of codes that no transfer uses, without blanks and hyphens, and what they are. */
const otherCodes: readonly (readonly [RegExp, string])[] = [
  [/^\d{3}$/, 'an older CBN code'],
  [/^\d{5}$/, "a payment gateway's code"],
  [/^\d{9}$/, 'a CBN sort code'],
  [/^[a-z]{4}ngl[ax]/i, 'a SWIFT code'],
  [/^\*/, 'a USSD code'],
];

const schemeOf = (code: string) => otherCodes.find(([form]) => form.test(code))?.[1];

/** Writes a name or a code, and which other system's the code is: `058 (an older CBN code)`. */
function withScheme(query: string): string {
  const scheme = schemeOf(query);
  return scheme ? `${query} (${scheme})` : query;
}

/** No bank of other lists is known here: one that is not in the service's may exist all the same. */
const listsNo = 'The service lists no bank';

const zerosMissing = 'its leading zeros may be missing';

/** Whether digits are probably the nearest bank's code without its leading zeros. */
function lacksZeros({ query, hits: [near], isCertain }: BankAnswer): boolean {
  return !isCertain && near?.bank.institutionCode === bareCode(query).padStart(6, '0');
}

const bareCode = (query: string) => query.replace(/[\s-]/g, '');

/** Says that no bank has the name or the code and, of a code, what may be wrong with it. */
function explainNotFound(answer: BankAnswer): string {
  const { query, hits } = answer;
  const bare = bareCode(query);
  const scheme = schemeOf(bare);
  if (scheme === undefined && /\D/.test(bare)) return `${listsNo} called ${quoteQuery(query)}.`;

  const looksLike = scheme && `that looks like ${scheme}. Transfers use six digits: ask by name`;
  const why = lacksZeros(answer) ? zerosMissing : looksLike;
  // Digits that begin the nearest bank's code may just be unfinished.
  const isUnfinished = hits[0]?.bank.institutionCode.startsWith(bare);

  return `${listsNo} with the code ${code(bare)}${why && !isUnfinished ? `: ${why}` : ''}.`;
}

/**
 * Says why no bank was found, and names the nearest banks: without any, other words for it would
 * find none either.
 */
function noBank(answer: BankAnswer): Pick<Reply, 'text' | 'blocks'> {
  const { hits, withInvalidCode } = answer;
  const near = hits.length > 0 ? ` ${nearest(hits)}` : '';
  const text = withInvalidCode
    ? explainInvalidCode(withInvalidCode)
    : explainNotFound(answer) + near;
  const runs = hits.map(({ bank: of }) => ({
    label: of.institutionName,
    command: 'bank',
    text: of.institutionCode,
  }));

  return { text, blocks: [section(text), ...runButtons(runs)] };
}

function nearest(hits: readonly BankHit[]): string {
  const names = hits.slice(0, suggestionsMax).map((hit) => bankLine(hit.bank, nameHit(hit)));
  return `Nearest: ${names.join(', ')}`;
}

/** Says that the list has a bank of this name, but under a code that no transfer can use. */
function explainInvalidCode({ institutionName, institutionCode }: Bank): string {
  return `The list has ${bold(safeText(institutionName, 80))} under ${code(institutionCode)}, which is no six-digit code.`;
}

/** Says that a code is another bank's than the one that is named beside it. */
function explainMismatch(answers: readonly BankAnswer[]): string {
  const [coded, named] = answers
    .toSorted((one, other) => Number(isCode(other.query)) - Number(isCode(one.query)))
    .map(({ hits: [best] }) => best?.bank);
  if (!coded || !named) return '';

  const meant = `${safeText(named.institutionName)} (${named.institutionCode})`;
  return `${coded.institutionCode} is ${safeText(coded.institutionName)}, not ${meant}`;
}

const isCode = (query: string) => /^\d{6}$/.test(query);
const hasLetters = (query: string) => /\p{L}{2}/u.test(query);

function severalAnswers(
  answers: readonly BankAnswer[],
  isCodeClaimed: boolean,
): Pick<Reply, 'text' | 'blocks'> {
  const count = (some: readonly BankAnswer[]) => some.flatMap(queriesOf).length;
  const found = count(answers.filter(({ isCertain }) => isCertain));
  const all = count(answers);
  const probable = answers.filter(lacksZeros).length;
  const rest = probable > 0 ? `, ${probable} probable` : '';
  const counted = `${found < all ? `${found} of ` : ''}${all} banks found${rest}`;
  const title = bold(isCodeClaimed ? explainMismatch(answers) : counted);

  // A line shows a certain answer's first hit, and none of the others.
  const withMoreHits = answers.filter(({ hits, isCertain }) => hits.length > Number(isCertain));
  const runs = withMoreHits.slice(0, bankButtonsMax).map(({ query }) => ({
    label: `All for ${query}`,
    command: 'bank',
    text: query,
  }));

  return {
    text: title,
    blocks: [section(title), ...packIntoSections(answers.map(answerLine)), ...runButtons(runs)],
  };
}

/** The words that found a bank, and other systems' codes that name the same one. */
const queriesOf = ({ query, also = [] }: BankAnswer) => [
  ...new Set([query, ...also.filter(schemeOf)]),
];

function answerLine(answer: BankAnswer): string {
  const { query, hits, isCertain, withInvalidCode } = answer;
  const [best, ...others] = hits;
  if (best && isCertain) {
    const asked = label(queriesOf(answer).map(withScheme).join(', '), 90);
    const how = best.isSlip ? ' read as' : best.isFormer ? ' now' : '';
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    return `${asked}${how} ${bankLine(best.bank)}${more}`;
  }
  if (withInvalidCode) return explainInvalidCode(withInvalidCode);

  const why = lacksZeros(answer) ? `, ${zerosMissing}` : '';
  return `${label(query, 60)} not listed${why}${best ? `. ${nearest(hits)}` : ''}`;
}

/**
 * Formats a bank's name, preceded by what led to the bank, an alias, other systems' codes or a
 * typo: `Diamond Bank is now ACCESS BANK`.
 */
function nameHit(
  { bank: { institutionName }, alias, isFormer, isSlip }: BankHit,
  query?: string,
  codes: readonly string[] = [],
): string {
  const name = safeText(institutionName);
  const names = [alias ?? [], codes].flat().map(withScheme);
  if (names.length > 0) return `${safeText(names.join(', '))} is ${isFormer ? 'now ' : ''}${name}`;
  return isSlip && query !== undefined ? `${safeText(query, 60)}, read as ${name}` : name;
}

const quoteQuery = (query: string) => bold(safeText(query, 80));

const BankCode = z.string().regex(/^\d{6}$/);
const Picked = chosenOption(BankCode);
const Submitted = modalMetadata(BankCode);
/** What the person has typed so far, which Slack sends as it does a button's value. */
const Typed = buttonValue(z.string());

/**
 * Registers the modal that searches as the person types. A shortcut opens it, or a button under
 * over ten hits.
 */
export function registerBankPicker(routes: Routes, { services: { banks } }: Resources): void {
  /** Records the query, for the log and for "Ask Again". */
  const note = (text: string, request: SlackRequest) => request.ask({ command: bank, text });
  const route = { command: bank, text: (chosen: string) => chosen };

  const bankOf = async (institutionCode: string): Promise<Bank> => {
    await banks.load();
    const institutionName = banks.nameOf(institutionCode);
    if (institutionName !== undefined) return { institutionCode, institutionName };

    throw new UserError(
      `${listsNo} with the code ${code(institutionCode)} any more. Search again.`,
    );
  };

  /**
   * Loads the list after the modal has opened, while the person starts to type. The modal shows any
   * failure.
   */
  const load = () => banks.load().then(() => undefined);
  const opener = { command: bank, value: z.unknown(), window: () => createBankPicker() };

  routes.shortcut('find_bank_code', opener, load);
  routes.action('bank:picker', opener, load);

  routes.options('bank:pick', { ...route, value: Typed }, async (typed) => {
    const { answers } = await banks.ask(readBankQuestion(typed));
    return { options: answers.flatMap(({ hits }) => hits.map(optionOf)).slice(0, offeredBanksMax) };
  });

  routes.action('bank:pick', { ...route, value: Picked }, async (chosen, request) => {
    note(chosen, request);
    return { window: createBankPicker(await bankOf(chosen)) };
  });

  routes.view(
    'bank:post',
    { ...route, value: Submitted, posts: 'channel' },
    async (chosen, request) => {
      note(chosen, request);
      return {
        reply: withoutCustomer(createBankPost(await bankOf(chosen), request.origin.personName)),
      };
    },
  );
}

const modalTitle = 'Find a Bank Code';
const bankOptionMax = 75;

/**
 * Builds the modal that searches as the person types. If a bank is chosen, shows that bank's code
 * and can post it.
 */
export function createBankPicker(chosen?: Bank): types.ModalView {
  const search: Block = {
    type: 'section',
    block_id: 'search',
    text: { type: 'mrkdwn', text: 'Part of the name, or the first digits of the code' },
    accessory: {
      type: 'external_select',
      action_id: 'bank:pick',
      min_query_length: 2,
      placeholder: plainText('Type to search'),
    },
  };
  if (!chosen) return createModal({ blocks: [search], title: modalTitle });

  const post = conversationInput('post', 'Post it to a conversation', 'bank:conversation');
  const options = { callbackId: 'bank:post', submit: 'Post', metadata: chosen.institutionCode };

  return createModal({ blocks: [search, bankHeadline(chosen), post], title: modalTitle }, options);
}

function optionOf({ bank: { institutionCode, institutionName } }: BankHit): types.PlainTextOption {
  const name = cut(foldBlanks(institutionName), bankOptionMax - institutionCode.length - 3);
  return { text: plainText(`${name} · ${institutionCode}`), value: institutionCode };
}

/** Builds the message that posts the chosen bank to a conversation. */
export function createBankPost(posted: Bank, sharedBy: string | undefined): Reply {
  const by = sharedBy ? [context([`Posted by ${safeText(sharedBy, sharedByMax)}`])] : [];
  return message(bankLine(posted), [bankHeadline(posted), ...by]);
}
