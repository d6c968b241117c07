import type { types } from '@slack/bolt';
import { type Block, section } from './blocks.ts';
import { code } from './mrkdwn.ts';

/**
 * Slack's blocks as it has them since 2026, or those that every Slack takes. No other file tells the two forms apart.
 */
export type BlockForm = 'current' | 'classic';

/** Whether a reader can sort a table. */
export function canSort(form: BlockForm): boolean {
  return form === 'current';
}

export type Cell = types.RawTextElement | types.RawNumberElement | types.RichTextBlock;

export interface TableOptions {
  /** What the table holds, for those who do not see it. */
  caption: string;
  head: readonly types.RawTextElement[];
  /** The first cell names its row. */
  rows: readonly (readonly Cell[])[];
  columns: types.TableBlock['column_settings'];
}

const rowsPerPage = 10;

/** A table that the reader sorts, filters and pages, or one that stands as it is. */
export function table(form: BlockForm, { caption, head, rows: body, columns = [] }: TableOptions): Block {
  const rows = [[...head], ...body.map((row) => [...row])];
  return form === 'current'
    ? { type: 'data_table', caption, rows, page_size: rowsPerPage, row_header_column_index: 0 }
    : { type: 'table', column_settings: columns, rows };
}

/** Bars side by side, a value for each series. */
export interface Chart {
  /** In at most 50 characters. */
  title: string;
  series: readonly string[];
  /** Each label once, in at most 20 characters. */
  bars: readonly { label: string; values: readonly number[] }[];
}

/** How many bars a chart has room for. */
export function barsMax(form: BlockForm): number {
  return form === 'current' ? 20 : 8;
}

/** A chart, or its lines. */
export function barChart(form: BlockForm, chart: Chart): Block {
  const { title, series, bars } = chart;
  if (form === 'classic') return section(chartLines(chart).join('\n'));
  return {
    type: 'data_visualization',
    title,
    chart: {
      type: 'bar',
      series: series.map((name, at) => ({
        name,
        data: bars.map(({ label, values }) => ({ label, value: values[at] ?? 0 })),
      })),
      axis_config: { categories: bars.map(({ label }) => label) },
    },
  };
}

const squares = ['■', '□'];
const squaresMax = 12;

/** The same in words, for those who do not see it; mrkdwn. */
export function chartLines({ title, series, bars }: Chart): string[] {
  const most = Math.max(1, ...bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0)));
  const drawn = (value: number, at: number) => (squares[at] ?? '').repeat(Math.ceil((value / most) * squaresMax));
  return [
    `*${title}* (${series.map((name, at) => `${squares[at]} ${name.toLowerCase()}`).join(', ')})`,
    ...bars.map(({ label, values }) => `${code(label)} ${values.map(drawn).join('')} ${values.join(' · ')}`),
  ];
}

const sampleMs = Date.UTC(2026, 0, 31, 14, 8);
const raw = (text: string): types.RawTextElement => ({ type: 'raw_text', text });

/** A message of each kind that only the current form has, with every kind of cell: for Slack to judge. */
export function blockSamples(): Record<'data_table' | 'data_visualization', readonly Block[]> {
  const time: types.RichTextDate = { type: 'date', timestamp: sampleMs / 1000, format: '{date_num} {time}' };
  const created: Cell = { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [time] }] };
  const amount: Cell = { type: 'raw_number', value: 1, text: '1.00' };
  const head = ['Reference', 'Amount', 'Created'].map(raw);
  const rows = [[raw('SAMPLE-1'), amount, created]];
  const chart = { title: 'A sample', series: ['Settled'], bars: [{ label: 'Nov 24', values: [1] }] };
  return {
    data_table: [table('current', { caption: 'A sample', head, rows, columns: [] })],
    data_visualization: [barChart('current', chart)],
  };
}
