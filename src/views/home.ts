import type { types } from '@slack/bolt';
import type { BankListState } from '../banks/directory.ts';
import type { CommandNames } from '../command-names.ts';
import type { LookUpSummary } from '../transfers/look-up-stats.ts';
import { askAgainText, type LookedUp } from '../transfers/looked-up.ts';
import { marks } from '../transfers/status-group.ts';
import { type Block, context, cutBlocks, header, plainText, section } from './blocks.ts';
import type { CommandHelp } from './help.ts';
import { code, date, outside } from './mrkdwn.ts';
import { pasteField } from './paste-field.ts';
import { serviceState } from './service-state.ts';

export interface HomeOptions {
  commands: readonly CommandHelp[];
  lookUps: LookUpSummary;
  /** What the person looked up lately, newest first. */
  own: readonly (LookedUp & { atMs: number })[];
  /** When what stood in the field was answered last. */
  lastPasteAtMs: number | undefined;
  /** Whether they may ask in a window, where Home answers. */
  mayAskInWindows: boolean;
  /** Absent until the first bank look-up has loaded it. */
  bankList: BankListState | undefined;
  /** What the person watches. */
  watches: readonly Block[];
  /** Which banks were asked about. */
  banks: readonly Block[];
  nowMs: number;
  names: CommandNames;
}

const blocksMax = 100;

export function homeOf(blocks: readonly Block[]): types.HomeView {
  return { type: 'home', blocks: cutBlocks(blocks, blocksMax) };
}

/** A field to paste into and what can be typed; below it only what there is something to say of. */
export function home(options: HomeOptions): types.HomeView {
  const { commands, own, lastPasteAtMs, mayAskInWindows, watches, banks, names } = options;
  const examples = commands.map(({ name, examples: [example] }) => code(names.slash.write(`${name} ${example}`)));
  return homeOf([
    ...(mayAskInWindows ? pasteField(lastPasteAtMs ?? 0) : []),
    section(`Anywhere: ${examples.join(', ')}. ${code(names.slash.write('txn help'))} says more.`),
    ...ownLookUps(own, mayAskInWindows),
    ...watches,
    ...service(options),
    ...banks,
  ]);
}

function service({ lookUps, bankList, nowMs }: HomeOptions): Block[] {
  const hasAsked = lookUps.last !== undefined || lookUps.silentSinceMs !== undefined;
  if (!hasAsked && bankList === undefined) return [];
  return [
    header('The transfer service'),
    ...(hasAsked ? [section(serviceState(lookUps, nowMs))] : []),
    context([bankList && listLine(bankList), `as of ${date(nowMs, 'time')}`]),
  ];
}

function ownLookUps(own: HomeOptions['own'], mayAskInWindows: boolean): Block[] {
  if (own.length === 0) return [];
  return [
    header('You looked up'),
    ...own.map((lookUp, index): Block => {
      const line = section(ownLine(lookUp));
      if (!mayAskInWindows) return line;
      const actionId = `home:again:${index}`;
      const value = askAgainText(lookUp);
      return { ...line, accessory: { type: 'button', action_id: actionId, text: plainText('Ask Again'), value } };
    }),
    context(['only you see this, until a restart']),
  ];
}

function ownLine({ asked, isRequery, status, group, atMs }: HomeOptions['own'][number]): string {
  const mark = group === undefined ? '' : `${marks[group]} `;
  return `${isRequery ? 'Requery ' : ''}${code(asked)} · ${mark}${outside(status)} · ${date(atMs)}`;
}

function listLine({ kept, size, loadedAtMs }: BankListState): string {
  const because = kept === undefined ? '' : `, not refreshed at ${date(kept.atMs, 'time')}`;
  return `${size} banks, from ${date(loadedAtMs)}${because}`;
}
