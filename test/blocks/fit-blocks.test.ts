import { describe, expect, it } from 'vitest';
import { buttons, message, runButtons, section } from '../../src/blocks/blocks.ts';

const long = 'x'.repeat(2_500);
const types = (blocks: readonly { type: string }[]) => blocks.map(({ type }) => type);

describe('what does not fit', () => {
  it('never goes with the headline, which may be a section', () => {
    const table = [
      ...Array.from({ length: 6 }, () => buttons([{ actionId: 'a', label: 'A', value: 'v'.repeat(2_000) }])),
    ];
    const { blocks } = message('25 asked', [section('25 asked'), section('Totals'), ...table.flat()]);
    expect(blocks[0]).toEqual(section('25 asked'));
    expect(types(blocks).filter((type) => type === 'section')).toHaveLength(2); // the other one says so
    expect(blocks).not.toContainEqual(section('Totals'));
  });

  it('takes a question away together with the buttons that answer it', () => {
    const question = (said: string, at: number) => [
      section(`${said} ${long}`),
      ...runButtons([{ label: `Look Up ${said}`, command: 'txn', text: said }], at),
    ];
    const card = [section('25 asked'), ...buttons([{ actionId: 'txn:csv', label: 'Send as CSV', value: 'all' }])];
    const { blocks } = message('25 asked', [...card, ...['A', 'B', 'C', 'D', 'E'].flatMap(question)]);
    const notice = section('Too long for one message: 1 part of the answer is not shown.');
    const asked = Array.from({ length: 4 }, () => ['section', 'actions']).flat();
    expect(types(blocks)).toEqual([...types(card), ...asked, 'section']);
    expect(blocks.at(-1)).toEqual(notice);
    expect(JSON.stringify(blocks)).not.toContain('Look Up E');
  });

  it('leaves the buttons of the answer itself, whatever stands before them', () => {
    const own = buttons([{ actionId: 'txn:csv', label: 'Send as CSV', value: 'all' }]);
    const { blocks } = message('25 asked', [
      section('25 asked'),
      ...Array.from({ length: 5 }, () => section(long)),
      ...own,
    ]);
    expect(blocks.at(-1)).toEqual(own[0]);
  });

  it('leaves room for the line that says so: Slack takes fifty', () => {
    const { blocks } = message(
      '60 asked',
      Array.from({ length: 60 }, () => section('x')),
    );
    expect(blocks).toHaveLength(50);
    expect(blocks.at(-1)).toEqual(section('Too long for one message: 11 parts of the answer are not shown.'));
  });
});
