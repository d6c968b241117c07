import { checkView } from 'slack-sandbox';
import { expect, it } from 'vitest';
import { preformatted } from '../../src/blocks/blocks.ts';
import { table } from '../../src/blocks/forms.ts';
import { modalOf } from '../../src/blocks/modal.ts';

it('shows a table as text, because Slack takes none in a window', () => {
  const rows = [
    ['Reference', 'Status'],
    ['GARO-8f3k2j1', 'Successful'],
  ].map((row) => row.map((text) => ({ type: 'raw_text' as const, text })));
  const view = modalOf({ blocks: [{ type: 'table', rows }] });
  expect(checkView(view, 'modal').breaches).toEqual([]);
  expect(JSON.stringify(view)).toContain('Reference | Status\\nGARO-8f3k2j1 | Successful');
});

it.each(['current', 'classic'] as const)('says the times of a table in UTC: %s', (form) => {
  const cell = (text: string) => ({ type: 'raw_text', text }) as const;
  const date = { type: 'date', timestamp: 0, format: '{time}', fallback: '1970-01-01 00:00 UTC' } as const;
  const time = { type: 'rich_text' as const, elements: [{ type: 'rich_text_section' as const, elements: [date] }] };
  const drawn = table(form, { caption: 'c', head: [cell('A')], rows: [[time]], columns: [] });
  expect(modalOf({ blocks: [drawn] }).blocks).toEqual([preformatted('A\n1970-01-01 00:00 UTC')]);
});
