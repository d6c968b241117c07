import type { BankListState } from '../banks/directory.ts';
import type { Bank } from '../transfer-api/schemas.ts';
import { type Block, context } from './blocks.ts';
import { code, date, outside } from './mrkdwn.ts';

export function bankLine({
  institutionName,
  institutionCode,
}: Pick<Bank, 'institutionName' | 'institutionCode'>): string {
  return `${outside(institutionName)}   ${code(institutionCode)}`;
}

/** Where the answer comes from: the list's age, why it is old if it is, and its size. */
export function bankListLine(list: BankListState, ...more: readonly (string | undefined)[]): Block {
  const from = `List from ${date(list.loadedAtMs)}`;
  const institutions = `${list.size} ${list.size === 1 ? 'institution' : 'institutions'}`;
  return context([...more, list.kept ? `${from}; ${whyKept(list.kept)}` : from, institutions]);
}

function whyKept({ because, atMs }: NonNullable<BankListState['kept']>): string {
  const at = date(atMs, 'time');
  if (because === 'silent') return `the service did not answer at ${at}`;
  if (because === 'not_asked') return `txnbot did not get to ask for a newer one at ${at}`;
  if (because === 'refused') return `the service gave no list at ${at}`;
  return `at ${at} the service answered less than half of it, so this one is kept`;
}
