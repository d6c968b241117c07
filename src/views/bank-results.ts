import type { BankListState } from '../banks/directory.ts';
import type { Why } from '../banks/forms.ts';
import type { BankHit, BankMatches } from '../banks/search.ts';
import { cut } from '../plain-text.ts';
import type { Bank } from '../transfer-api/schemas.ts';
import { bankLine, bankListLine } from './bank-line.ts';
import { type Block, buttons, header, message, type Reply, runButtons, section, sectionsOf } from './blocks.ts';
import { bold, code, outside } from './mrkdwn.ts';

type Hit = BankHit<Bank>;

/** What was found for one name or code. */
export interface BankResult extends BankMatches<Bank> {
  list: BankListState;
  /** Words of the same text that were not searched for. */
  leftOut?: readonly string[];
}

const shownMax = 10;
const leftOutMax = 200;

const otherScheme =
  'Three-digit codes belong to another scheme, and txnbot does not know this one. Transfers use six digits: try the name.';

/** `/bank`: the code by name or the name by code, best first. */
export function bankResults(query: string, result: BankResult): Reply {
  const { hits, suggestions } = result;
  const [only, ...others] = hits;
  if (!only) return noMatch(query, suggestions, result);
  if (others.length === 0) return oneBank(query, only, result);
  return severalBanks(query, hits, result);
}

/** One quiet line's part. */
export function notSearchedFor(words: readonly string[] = []): string | undefined {
  return words.length === 0 ? undefined : `not searched for: ${outside(words.join(', '), leftOutMax)}`;
}

function oneBank(query: string, hit: Hit, { list, leftOut }: BankResult): Reply {
  const { institutionName, institutionCode } = hit.bank;
  const why = hit.why ? [section(whyLine(query, hit.why, hit.bank))] : [];
  return message(hitLine(query, hit), [
    header(institutionName),
    section(code(institutionCode)),
    ...why,
    bankListLine(list, notSearchedFor(leftOut)),
  ]);
}

function severalBanks(query: string, hits: readonly Hit[], { list, leftOut }: BankResult): Reply {
  const shown = hits.slice(0, shownMax);
  const left = hits.length - shown.length;
  const title = `${hits.length} banks match ${quoted(query)}`;
  const more = left > 0 ? `${left} more: add a ${/^\d/.test(query) ? 'digit' : 'word'} to narrow it down` : undefined;
  const lines = shown.map((hit) => hitLine(query, hit));
  const text = [title, ...lines.slice(0, 3), ...(hits.length > 3 ? ['…'] : [])].join('\n');
  const picker = left > 0 ? buttons([{ actionId: 'bank:picker', label: 'Search in a Window' }]) : [];
  return message(text, [
    section(bold(title)),
    ...sectionsOf(lines),
    ...picker,
    bankListLine(list, more, notSearchedFor(leftOut)),
  ]);
}

function noMatch(query: string, suggestions: readonly Bank[], { list, leftOut }: BankResult): Reply {
  const title = `No bank matches ${quoted(query)}`;
  const question = suggestions.length > 0 ? `Did you mean ${suggestions.map(bankLine).join(', or ')}?` : undefined;
  const help: Block[] = question
    ? [section(question), ...runButtons(suggestions.map(asButton))]
    : [section(isThreeDigits(query) ? otherScheme : 'Try one word of its name, or the first digits of its code.')];
  const digits = query.trim();
  const requery: Block[] = mayBeIdentifier.test(digits)
    ? [
        section(`If ${code(digits)} is a transaction identifier, requery it.`),
        ...runButtons([{ label: `Requery ${digits}`, command: 'tsq', text: digits }]),
      ]
    : [];
  return message(question ? `${title}. ${question}` : title, [
    section(bold(title)),
    ...help,
    ...requery,
    bankListLine(list, notSearchedFor(leftOut)),
  ]);
}

/** The spec gives an identifier no length, and codes have up to six digits. */
const mayBeIdentifier = /^\d{4,40}$/;

export function asButton({ institutionName, institutionCode }: Bank) {
  return { label: institutionName, command: 'bank', text: institutionCode };
}

function hitLine(query: string, hit: Hit): string {
  return hit.why ? `${bankLine(hit.bank)}   ${whyLine(query, hit.why, hit.bank)}` : bankLine(hit.bank);
}

/** Why the bank is a hit when its name does not show it, so that the person can judge. */
export function whyLine(query: string, why: Why, { institutionName, institutionCode }: Bank): string {
  switch (why.kind) {
    case 'alias':
      return `${outside(why.alias)} is ${outside(institutionName, 60)}`;
    case 'initials':
      return `initials ${quoted(query)}`;
    case 'spelling':
      return `spelled like ${quoted(query)}`;
    case 'code':
      return 'by its code';
    case 'three-digits':
      return `${code(why.code)} is a code of another scheme; the six-digit code of ${outside(institutionName, 60)} is ${code(institutionCode)}`;
  }
}

function isThreeDigits(query: string): boolean {
  return /^\d{3}$/.test(query.trim());
}

export function quoted(query: string): string {
  return `"${outside(cut(query, 80), 80)}"`;
}
