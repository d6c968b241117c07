import type { types } from '@slack/bolt';
import { take } from '../plain-text.ts';
import { type Block, cutBlocks, plainText, section } from './blocks.ts';
import { escapeMrkdwn } from './mrkdwn.ts';
import { plainOf } from './plain-of.ts';

/**
 * Slack's blocks as it has them since 2026, or those that every Slack takes. No other file tells the two forms apart.
 */
export type BlockForm = 'current' | 'classic';

/** Whether what is for the second look can be folded away. */
export function canFold(form: BlockForm): boolean {
  return form === 'current';
}

/** Whether a reader can sort a table. */
export function canSort(form: BlockForm): boolean {
  return form === 'current';
}

export type Detail = types.SectionBlock | types.ContextBlock | types.RichTextBlock;
type Child = types.SectionBlock | types.ContextBlock;

const titleMax = 150;
const childrenMax = 10;

/** What is for the second look: folded away under a title, or in sight where Slack takes no containers. */
export function secondLook(form: BlockForm, title: string, details: readonly Detail[]): Block[] {
  if (!canFold(form) || details.length === 0) return [...details];
  return [
    {
      type: 'container',
      title: plainText(title, titleMax),
      is_collapsible: true,
      default_collapsed: true,
      child_blocks: cutBlocks(joined(details.map(asChild)), childrenMax),
    },
  ];
}

const textMax = 2_900;

/** Slack documents rich text in a container, but its validator is said to refuse it: there it becomes mrkdwn. */
function asChild(detail: Detail): Child {
  if (detail.type !== 'rich_text') return detail;
  const text = plainOf(detail).replace(/`/g, 'ˋ'); // a backtick cannot be escaped, and would end the code
  const escaped = escapeMrkdwn(text);
  return section(`\`\`\`${escaped.length > textMax ? take(text, textMax, escapeMrkdwn) : escaped}\`\`\``);
}

/** Joins texts that follow each other, because a container holds few blocks. */
function joined(blocks: readonly Child[]): Child[] {
  const done: Child[] = [];
  for (const block of blocks) {
    const before = textOf(done.at(-1));
    const text = textOf(block);
    if (before === undefined || text === undefined || before.length + text.length >= textMax) done.push(block);
    else done.splice(-1, 1, section(`${before}\n${text}`));
  }
  return done;
}

function textOf(block: Child | undefined): string | undefined {
  return block?.type === 'section' ? block.text?.text : undefined;
}

type Cell = types.RawTextElement | types.RawNumberElement | types.RichTextBlock;

export interface TableOptions {
  /** What the table holds, for those who do not see it. */
  caption: string;
  head: readonly types.RawTextElement[];
  rows: readonly (readonly Cell[])[];
  /** The place of the column that names each row. */
  namedBy: number;
  columns: types.TableBlock['column_settings'];
}

const rowsPerPage = 10;

/** A table that the reader sorts, filters and pages, or one that stands as it is. */
export function table(form: BlockForm, { caption, head, rows: body, namedBy, columns = [] }: TableOptions): Block {
  const rows = [[...head], ...body.map((row) => [...row])];
  return form === 'current'
    ? { type: 'data_table', caption, rows, page_size: rowsPerPage, row_header_column_index: namedBy }
    : { type: 'table', column_settings: columns, rows };
}
