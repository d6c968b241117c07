import type { BankListState } from '../banks/directory.ts';
import type { Bank } from '../transfer-api/schemas.ts';
import { type Block, context, section } from './blocks.ts';
import { code, date, outside } from './mrkdwn.ts';

export function bankLine({
  institutionName,
  institutionCode,
}: Pick<Bank, 'institutionName' | 'institutionCode'>): string {
  return `${outside(institutionName)}   ${code(institutionCode)}`;
}

/** Where the answer comes from, and how much to trust its age. */
export function bankListLine(list: BankListState, more?: string): Block {
  const from = `List from ${date(list.loadedAtMs)}`;
  const age = {
    refresh_failed: `${from}; the service cannot be reached right now`,
    refresh_shrunk: `${from}; the service now answers less than half of it, so this one is kept`,
  };
  const institutions = `${list.size} ${list.size === 1 ? 'institution' : 'institutions'}`;
  return context([more, list.keptBecause ? age[list.keptBecause] : from, institutions]);
}

/** Slack's limit of a section. */
const sectionMax = 3000;

/** Lines in as few sections as hold them. */
export function sectionsOf(lines: readonly string[]): Block[] {
  const texts: string[] = [];
  for (const text of lines) {
    const joined = `${texts.at(-1) ?? ''}\n${text}`;
    if (texts.length > 0 && joined.length <= sectionMax) texts[texts.length - 1] = joined;
    else texts.push(text);
  }
  return texts.map(section);
}
