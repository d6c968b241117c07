import type { types } from '@slack/bolt';
import { ownLine, serviceState } from '../asking/talk.ts';
import type { BankDirectory, BankListState } from '../banks/directory.ts';
import { type Block, buttons, context, header, plainText, section } from '../blocks/blocks.ts';
import { failureLine } from '../blocks/failure-words.ts';
import { homeOf } from '../blocks/modal.ts';
import { code, date, outside } from '../blocks/mrkdwn.ts';
import type { CommandHelp } from '../command.ts';
import { type Counts, type DatedLookUp, failureHint, outageHint, type TransferCount } from '../history.ts';
import type { CommandNames } from '../reading/command-names.ts';
import { joined } from '../text.ts';
import type { LookUpSummary } from '../transfer-service/state.ts';
import { askLine } from '../transfers/row.ts';

interface HomeOptions {
  commands: readonly CommandHelp[];
  lookUps: LookUpSummary;
  /** What the person looked up lately, newest first. */
  own: readonly DatedLookUp[];
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

/** A field to paste into and what can be typed; below it only what there is something to say of. */
export function home(options: HomeOptions): types.HomeView {
  const { commands, own, lastPasteAtMs, mayAskInWindows, watches, banks, names } = options;
  const examples = commands.map(({ name, examples: [example] }) => code(names.slash.write(`${name} ${example}`)));
  return homeOf([
    ...(mayAskInWindows ? pasteField(lastPasteAtMs ?? 0) : []),
    section(`Anywhere: ${examples.join(', ')}. ${code(names.slash.write('txn help'))} says more.`),
    ...recentLookUps(own, mayAskInWindows),
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

function recentLookUps(own: HomeOptions['own'], mayAskInWindows: boolean): Block[] {
  if (own.length === 0) return [];
  return [
    header('You looked up'),
    ...own.map((lookUp, index): Block => {
      const line = section(ownLine(lookUp));
      if (!mayAskInWindows) return line;
      const actionId = `home:again:${index}`;
      const value = askLine(lookUp);
      return { ...line, accessory: { type: 'button', action_id: actionId, text: plainText('Ask Again'), value } };
    }),
    context(['Only you see this. Cleared at a restart.']),
  ];
}

function listLine({ kept, size, loadedAtMs }: BankListState): string {
  const because = kept === undefined ? '' : `, not refreshed at ${date(kept.atMs, 'time')}`;
  return `${size} banks, from ${date(loadedAtMs)}${because}`;
}

/** The name of the field, by which its text comes back. */
export const pasteAction = 'home:paste';
/** The most that Slack's field takes. */
export const pasteMax = 3_000;

/** @param version a field of another version is empty: Slack keeps what was typed where the block has the same id */
function pasteField(version: number): Block[] {
  return [
    {
      type: 'input',
      block_id: `paste:${version}`,
      label: plainText('Look something up'),
      element: {
        type: 'plain_text_input',
        action_id: pasteAction,
        multiline: true,
        max_length: pasteMax,
        placeholder: plainText('Paste references, an identifier, a bank, or the message they stand in'),
      },
    },
    ...buttons([{ actionId: 'home:ask', label: 'Look Up', isPrimary: true }]),
  ];
}

const banksMax = 4;
const barLength = 10;

/** Banks asked about lately that have not settled all, the most first; nothing where there is none. */
export function homeBanks(counts: Counts, nameOf: BankDirectory['nameOf']): Block[] {
  const banks = [...counts.banks.values()]
    .filter(({ unsettled }) => unsettled > 0)
    .toSorted((a, b) => b.unsettled - a.unsettled || b.asked - a.asked);
  const lines = banks.slice(0, banksMax).map((count) => {
    const name = outside(nameOf(count.bank) ?? '', 60);
    const who = joined([name, code(count.bank)], ' ');
    return joined(
      [`\`${bar(count)}\` ${who}: ${partOf(count)}`, outageHint(counts, count.bank) ? 'unlike other banks' : ''],
      ' · ',
    );
  });
  const rest = banks.slice(banksMax);
  if (rest.length > 0) lines.push(`${rest.length} more: ${partOf(sumOf(rest))}`);
  const failure = failureHint(counts);
  return [
    ...(lines.length === 0 ? [] : [header('Not settled in the last 30 minutes'), section(lines.join('\n'))]),
    ...(failure === undefined ? [] : [context([failureLine(failure.failure, failure)])]),
  ];
}

function partOf({ asked, unsettled }: TransferCount): string {
  return `${unsettled} of ${asked}`;
}

/** Full cells for what is not settled; one at least for any, and not all unless it is all. */
function bar({ asked, unsettled }: TransferCount): string {
  const part = (unsettled / asked) * barLength;
  const full = part > barLength / 2 ? Math.floor(part) : Math.ceil(part);
  return '█'.repeat(full) + '░'.repeat(barLength - full);
}

function sumOf(counts: readonly TransferCount[]): TransferCount {
  return counts.reduce(
    (sum, { asked, unsettled }) => ({ asked: sum.asked + asked, unsettled: sum.unsettled + unsettled }),
    { asked: 0, unsettled: 0 },
  );
}
