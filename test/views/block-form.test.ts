import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secondLook, table } from '../../src/views/block-form.ts';
import { context, fields, message, preformatted, section } from '../../src/views/blocks.ts';
import { jsonFields } from '../../src/views/json-fields.ts';
import { checkMessage } from '../sandbox/slack/check-message.ts';
import { shownLines } from '../support/shown.ts';

const linesOf = (...blocks: Parameters<typeof message>[1]) => shownLines(message('x', blocks));

describe('the second look', () => {
  const details = [section('*A*'), preformatted('{\n  "<b>": "`x`"\n}'), ...fields(['*B*\n1']), context(['c'])];

  it('is folded away under its title', () => {
    const [block] = secondLook('current', 'More', details);
    expect(block).toMatchObject({
      type: 'container',
      title: { type: 'plain_text', text: 'More', emoji: false },
      is_collapsible: true,
      default_collapsed: true,
    });
    expect(linesOf(...secondLook('current', 'More', details))).toEqual([
      '+ More',
      '  *A*\n```{\n  "&lt;b&gt;": "ˋxˋ"\n}```',
      '  | *B*\n1',
      '  ~ c',
    ]);
  });

  it('is in sight in the classic form, as it is', () => {
    expect(secondLook('classic', 'More', details)).toEqual(details);
  });

  it('is nothing where there is nothing', () => {
    expect(secondLook('current', 'More', [])).toEqual([]);
  });

  it('is one that Slack takes, however much there is', () => {
    const value = fc.oneof(fc.string(), fc.array(fc.string()), fc.dictionary(fc.string(), fc.array(fc.string())));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), value), { maxLength: 60 }), (entries) => {
        const blocks = secondLook('current', 'x'.repeat(200), jsonFields(entries));
        expect(checkMessage({ ...message('Hello', blocks), text: 'Hello' }).refusal).toBeUndefined();
      }),
    );
  });

  it('says what did not fit', () => {
    const parts = Array.from({ length: 12 }, (_, index) => context([`c${index}`]));
    expect(linesOf(...secondLook('current', 'More', parts)).slice(-2)).toEqual([
      '  ~ c8',
      '  3 more parts are not shown.',
    ]);
    const cut = linesOf(...secondLook('current', 'More', [preformatted('&'.repeat(2_900))])).join('');
    expect(cut).toMatch(/(?:&amp;)+…```$/);
  });
});

describe('too much for one message', () => {
  it('empties what is folded away before what is in sight', () => {
    const long = (text: string) => section(text.repeat(2_800));
    const folded = secondLook('current', 'More', [long('a'), long('b'), long('c')]);
    const lines = linesOf(long('d'), ...folded, long('e'));
    expect(lines.map((line) => line.trim().slice(0, 4))).toEqual(['dddd', 'Too ', '+ Mo', 'aaaa', 'bbbb', 'eeee']);
    expect(lines[1]).toBe('Too long for one message: 1 part of the answer is not shown.');
  });

  it('leaves no empty container', () => {
    const long = (text: string) => section(text.repeat(2_900));
    const lines = linesOf(long('a'), long('b'), long('c'), long('d'), ...secondLook('current', 'More', [long('e')]));
    expect(lines.map((line) => line.slice(0, 4))).toEqual(['aaaa', 'bbbb', 'cccc', 'dddd', 'Too ']);
  });
});

describe('a table', () => {
  const cell = (text: string) => ({ type: 'raw_text', text }) as const;
  const options = {
    caption: 'c',
    head: [cell('A'), cell('B')],
    rows: [[cell('1'), cell('2')]],
    namedBy: 1,
    columns: [{ align: 'right' as const }],
  };

  it('has its rows in both forms, and of the rest what each form takes', () => {
    const rows = [options.head, ...options.rows];
    expect(table('current', options)).toEqual({
      type: 'data_table',
      caption: 'c',
      rows,
      page_size: 10,
      row_header_column_index: 1,
    });
    expect(table('classic', options)).toEqual({ type: 'table', rows, column_settings: options.columns });
    for (const form of ['current', 'classic'] as const)
      expect(checkMessage({ text: 'x', blocks: [table(form, options)] }).breaches).toEqual([]);
  });
});
