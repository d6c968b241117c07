import type { types } from '@slack/bolt';
import type { BankListState } from '../banks/directory.ts';
import type { CommandNames } from '../command-names.ts';
import type { LookUpSummary } from '../transfers/recent-look-ups.ts';
import { type Block, buttons, context, cutBlocks, header, section } from './blocks.ts';
import type { CommandHelp } from './help.ts';
import { code, date, escapeMrkdwn } from './mrkdwn.ts';

export interface HomeOptions {
  commands: readonly CommandHelp[];
  lookUps: LookUpSummary;
  /** Absent until the first look-up has loaded it. */
  bankList: BankListState | undefined;
  /** Which banks were asked about. */
  banks: readonly Block[];
  nowMs: number;
  names: CommandNames;
}

const blocksMax = 100;

export function homeOf(blocks: readonly Block[]): types.HomeView {
  return { type: 'home', blocks: cutBlocks(blocks, blocksMax) };
}

/** What txnbot can do, with examples to click, and how it is doing. */
export function home({ commands, lookUps, bankList, banks, nowMs, names }: HomeOptions): types.HomeView {
  const { slash, mention } = names;
  return homeOf([
    header('What you can ask'),
    ...commands.flatMap(({ name, usage, summary, examples }, index) => [
      section(`${code(slash.write(`${name} ${usage}`))}\n${escapeMrkdwn(summary)}`),
      ...buttons(
        examples.map((example, place) => ({
          actionId: `${name}:run:${index}${place}`,
          label: slash.write(`${name} ${example}`),
          value: example,
        })),
      ),
    ]),
    section(
      [
        `*In a thread or a channel*: mention the bot, for instance ${code(mention.write('bank zenith'))}. Everybody reads the answer, so it is shortened.`,
        '*On a message*: More actions → *Look Up References* asks for every reference in it.',
        '*Anywhere*: the shortcut *Find a Bank Code* searches as you type.',
      ].join('\n'),
    ),
    header('How it is doing'),
    section(`*Transfer service*\n${serviceLine(lookUps)}`),
    section(`*Bank list*\n${listLine(bankList)}`),
    ...banks,
    context([`as of ${date(nowMs)}`, 'from txnbot’s own look-ups']),
  ]);
}

function serviceLine({ count, failedCount, medianMs, lastSuccessAtMs }: LookUpSummary): string {
  const last =
    lastSuccessAtMs === undefined ? 'No answer yet since txnbot started' : `Last answer ${date(lastSuccessAtMs)}`;
  if (count === 0 || medianMs === undefined) return `${last}. No look-up in the last 15 minutes.`;
  const rate = Math.round((failedCount / count) * 1000) / 10;
  return `${last}. In the last 15 minutes: ${count} ${count === 1 ? 'look-up' : 'look-ups'}, ${failedCount} without an answer (${rate} %), median ${Math.round(medianMs)} ms.`;
}

function listLine(list: BankListState | undefined): string {
  if (!list) return 'Not loaded yet: the first look-up loads it.';
  const because = list.kept === undefined ? '' : `; it could not be refreshed at ${date(list.kept.atMs, 'time')}`;
  return `${list.size} institutions, from ${date(list.loadedAtMs)}${because}.`;
}
