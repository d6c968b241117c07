import type { types } from '@slack/bolt';
import type { Spelling } from '../command-names.ts';
import { cut, foldBlanks } from '../plain-text.ts';
import { askLines } from '../transfers/asks.ts';
import type { ShareAccountNumbers } from '../transfers/mask-transaction.ts';
import { marks, statusGroup } from '../transfers/status-group.ts';
import { addContextLine } from './add-context-line.ts';
import { type BlockForm, table } from './block-form.ts';
import { type Audience, type Block, buttons, context, message, type Reply, section, sectionsOf } from './blocks.ts';
import { duration } from './duration.ts';
import { failureBlocks } from './error-reply.ts';
import { openSelect } from './many/many-actions.ts';
import { bold, code } from './mrkdwn.ts';
import { transactionCard } from './transaction-card.ts';
import { asPlain, newsLine, newsNotes, newsWords, type WatchNews } from './watch-words.ts';

export interface WatchToldOptions {
  /** For a channel the news are masked already. */
  audience: Audience;
  /** The person to mention, where others read too. */
  mention: string | undefined;
  currency: string | undefined;
  blockForm: BlockForm;
  shareAccountNumbers: ShareAccountNumbers;
  slash: Spelling;
}

/** Tells somebody what became of what they watch: one as its card, several as a table. */
export function watchTold(all: readonly WatchNews[], options: WatchToldOptions): Reply {
  const [news, ...others] = all;
  if (news === undefined) throw new Error('there is nothing to tell');
  return others.length > 0 ? severalTold(all, options) : { ...one(news, options), audience: options.audience };
}

function one(news: WatchNews, { mention, slash, ...options }: WatchToldOptions): Reply {
  const { found, reference } = news;
  const line = mentioning(mention, newsLine(news));
  const notes = [...newsNotes([news]), code(news.code)].join(' · ');
  if (found !== undefined && news.kind !== 'lost') {
    const card = { ...found, ...options, canShare: false, changed: line, watch: watchAfter(news) };
    return addContextLine(transactionCard(card), notes);
  }
  const head = `${line} · ${code(reference)}`;
  // The service's own words may name anybody, and are not for a channel.
  const isAlone = options.audience === 'asker';
  const why = news.failure && isAlone ? failureBlocks(news.failure) : [section(safe)];
  return addContextLine(message(head, [section(bold(head)), ...why, ...(isAlone ? watchAgain(reference) : [])]), notes);
}

/** A watch that ended with a change leaves nothing to go on with. */
function watchAfter({ kind, untilMs }: WatchNews): 'on' | 'over' | undefined {
  if (kind === 'over') return 'over';
  return untilMs === undefined ? undefined : 'on';
}

const safe = 'This says nothing about the transaction.';

function watchAgain(reference: string): Block[] {
  return buttons([{ actionId: 'txn:watch', label: 'Watch Again', value: JSON.stringify({ reference }) }]);
}

function watchAllAgain(lost: readonly WatchNews[]): Block[] {
  const value = askLines(lost.map(({ reference }) => ({ isRequery: false, asked: reference })));
  return lost.length === 0 ? [] : buttons([{ actionId: 'txn:watch-all', label: 'Watch Again', value }]);
}

function severalTold(all: readonly WatchNews[], { mention, audience, blockForm }: WatchToldOptions): Reply {
  const title = mentioning(mention, `${all.length} transactions that you watch: ${counted(all)}`);
  const elements = openSelect(all.map(({ reference }) => ({ isRequery: false, asked: reference })));
  const rows = [...all]
    .sort((a, b) => attention(a) - attention(b))
    .map((news) => [
      news.reference,
      `${marks[statusGroup(news.now.status, news.now.reversedFlag)]} ${newsWords(news, asPlain)}`,
      news.kind === 'lost' ? '' : duration(news.watchedMs),
      news.code,
    ]);
  const blocks: Block[] = [
    section(bold(title)),
    table(blockForm, {
      caption: 'Transactions that you watch',
      head: ['Reference', 'What has become of it', 'After', 'Code'].map(cell),
      rows: rows.map((row) => row.map(cell)),
      namedBy: 0,
      columns: [{}, { is_wrapped: true }, {}, {}],
    }),
    ...(elements.length > 0 ? [{ type: 'actions' as const, elements }] : []),
    ...watchAllAgain(all.filter(({ kind }) => kind === 'lost')),
    context(newsNotes(all)),
  ];
  return { ...message(title, blocks), audience };
}

/** What needs somebody comes first. */
function attention({ now }: WatchNews): number {
  const group = statusGroup(now.status, now.reversedFlag);
  return group === 'settled' ? 2 : group === 'failed' || group === 'reversed' ? 0 : 1;
}

const countedMax = 6;

/** "3 pending → successful · 1 still pending": the largest group first. */
function counted(all: readonly WatchNews[]): string {
  const counts = new Map<string, number>();
  for (const news of all) counts.set(newsWords(news), (counts.get(newsWords(news)) ?? 0) + 1);
  const largestFirst = [...counts].sort(([, a], [, b]) => b - a);
  const said = largestFirst.slice(0, countedMax).map(([words, count]) => `${count} ${words}`);
  const others = largestFirst.slice(countedMax).reduce((sum, [, count]) => sum + count, 0);
  return [...said, ...(others > 0 ? [`${others} otherwise`] : [])].join(' · ');
}

const cellMax = 64;

function cell(text: string): types.RawTextElement {
  return { type: 'raw_text', text: cut(foldBlanks(text), cellMax) || '–' };
}

function mentioning(personId: string | undefined, line: string): string {
  return personId === undefined ? line : `<@${personId}> ${line}`;
}

/** What is told in brief, and the channel to ask in; `undefined` when its watch was begun in none. */
export interface Brief {
  news: WatchNews;
  channelId: string | undefined;
}

/** As much as may be said where txnbot is not meant to answer: the reference and the words, and where to ask. */
export function watchToldInBrief(all: readonly Brief[]): Reply {
  const channels = new Set(all.map(({ channelId }) => channelId));
  const [only] = channels.size === 1 ? channels : [];
  const lines = all.map(({ news, channelId }) => {
    const where = channels.size > 1 && channelId !== undefined ? ` · ask in <#${channelId}>` : '';
    return `${code(news.reference)} ${newsLine(news)}${where}`;
  });
  const where = only === undefined ? '' : ` Ask for more in <#${only}>.`;
  const text = `${lines.join('\n')}\ntxnbot does not answer here.${where}`;
  const news = all.map((each) => each.news);
  const codes = context([...newsNotes(news), news.map((each) => code(each.code)).join(' ')]);
  return { ...message(text, [...sectionsOf(text.split('\n')), codes]), audience: 'channel' };
}
