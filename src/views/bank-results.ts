import type { BankSearchResult } from '../banks/directory.ts';
import type { Bank } from '../transfer-api/schemas.ts';
import { type Block, buttons, context, header, message, type Reply, runButtons, section } from './blocks.ts';
import { bold, code, cut, date, outside } from './mrkdwn.ts';

const shownMax = 10;

/** `/bank`: the code by name or the name by code, best first. */
export function bankResults(query: string, result: BankSearchResult): Reply {
  const { hits, suggestions } = result;
  const [only, ...others] = hits;
  if (!only) return noMatch(query, suggestions, result);
  if (others.length === 0) return oneBank(only, result);
  return severalBanks(query, hits, result);
}

function oneBank(bank: Bank, { list }: BankSearchResult): Reply {
  return message(line(bank), [header(bank.institutionName), section(code(bank.institutionCode)), listLine(list)]);
}

function severalBanks(query: string, hits: readonly Bank[], { list }: BankSearchResult): Reply {
  const shown = hits.slice(0, shownMax);
  const left = hits.length - shown.length;
  const title = `${hits.length} banks match ${quoted(query)}`;
  const more = left > 0 ? `${left} more: add a ${/^\d/.test(query) ? 'digit' : 'word'} to narrow it down` : undefined;
  const text = [title, ...shown.slice(0, 3).map(line), ...(hits.length > 3 ? ['…'] : [])].join('\n');
  const picker = left > 0 ? buttons([{ actionId: 'bank:picker', label: 'Search in a Window' }]) : [];
  return message(text, [section(bold(title)), section(shown.map(line).join('\n')), ...picker, listLine(list, more)]);
}

function noMatch(query: string, suggestions: readonly Bank[], { list }: BankSearchResult): Reply {
  const title = `No bank matches ${quoted(query)}`;
  const question = suggestions.length > 0 ? `Did you mean ${suggestions.map(line).join(', or ')}?` : undefined;
  const help: Block[] = question
    ? [section(question), ...runButtons(suggestions.map(asButton))]
    : [section('Try one word of its name, or the first digits of its code.')];
  return message(question ? `${title}. ${question}` : title, [section(bold(title)), ...help, listLine(list)]);
}

function asButton({ institutionName, institutionCode }: Bank) {
  return { label: institutionName, command: 'bank', text: institutionCode };
}

function line({ institutionName, institutionCode }: Bank): string {
  return `${outside(institutionName)}   ${code(institutionCode)}`;
}

function quoted(query: string): string {
  return `"${outside(cut(query, 80), 80)}"`;
}

/** Where the answer comes from, and how much to trust its age. */
function listLine(list: BankSearchResult['list'], more?: string): Block {
  const from = `List from ${date(list.loadedAtMs)}`;
  const institutions = `${list.size} ${list.size === 1 ? 'institution' : 'institutions'}`;
  return context([more, list.kept ? `${from}; ${whyKept(list.kept)}` : from, institutions]);
}

function whyKept({ because, atMs }: NonNullable<BankSearchResult['list']['kept']>): string {
  const at = date(atMs, 'time');
  if (because === 'unreachable') return `the service could not be reached at ${at}`;
  if (because === 'refused') return `the service gave no list at ${at}`;
  return `at ${at} the service answered less than half of it, so this one is kept`;
}
