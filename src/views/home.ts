import type { types } from '@slack/bolt';
import type { BankListState } from '../banks/directory.ts';
import type { CommandNames } from '../command-names.ts';
import type { LookUpSummary } from '../transfers/look-up-stats.ts';
import { askAgainText, type LookedUp } from '../transfers/looked-up.ts';
import { marks } from '../transfers/status-group.ts';
import { type Block, context, cutBlocks, header, plainText, section } from './blocks.ts';
import { type CommandHelp, describeCommand } from './help.ts';
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

/** A field to paste into, what the person looked up lately, how the transfer service is, and what can be asked. */
export function home(options: HomeOptions): types.HomeView {
  const { commands, lookUps, own, lastPasteAtMs, mayAskInWindows, bankList, watches, banks, nowMs, names } = options;
  return homeOf([
    ...(mayAskInWindows ? pasteField(lastPasteAtMs ?? 0) : []),
    ...ownLookUps(own, mayAskInWindows),
    ...watches,
    header('The transfer service'),
    section(serviceState(lookUps, nowMs)),
    section(`*Bank list*: ${listLine(bankList)}`),
    context([`as of ${date(nowMs)}`, 'from txnbot’s own look-ups']),
    ...banks,
    header('What you can ask'),
    ...commands.map((command) => section(describeCommand(command, names.slash))),
    section(
      [
        `*In a thread or a channel*: mention the bot, for instance ${code(names.mention.write('bank zenith'))}. Everybody reads the answer, so it is shortened.`,
        '*On a message*: More actions → *Look Up References* asks for every reference in it.',
        '*Anywhere*: the shortcut *Find a Bank Code* searches as you type.',
      ].join('\n'),
    ),
  ]);
}

function ownLookUps(own: HomeOptions['own'], mayAskInWindows: boolean): Block[] {
  if (own.length === 0) return [];
  return [
    header('You looked up'),
    ...own.map((lookUp, index): Block => {
      const line = section(ownLine(lookUp));
      if (!mayAskInWindows || line.type !== 'section') return line;
      const actionId = `home:again:${index}`;
      const value = askAgainText(lookUp);
      return { ...line, accessory: { type: 'button', action_id: actionId, text: plainText('Ask Again'), value } };
    }),
    context(['The status is that of the time beside it', 'only you see this, and txnbot forgets it when it restarts']),
  ];
}

function ownLine({ asked, isRequery, status, group, atMs }: HomeOptions['own'][number]): string {
  const mark = group === undefined ? '' : `${marks[group]} `;
  return `${isRequery ? 'Requery ' : ''}${code(asked)}\n${mark}${outside(status)} · ${date(atMs)}`;
}

function listLine(list: BankListState | undefined): string {
  if (!list) return 'not loaded yet; the first bank look-up loads it.';
  const because = list.kept === undefined ? '' : `; it could not be refreshed at ${date(list.kept.atMs, 'time')}`;
  return `${list.size} institutions, from ${date(list.loadedAtMs)}${because}.`;
}
