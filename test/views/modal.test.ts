import { expect, it } from 'vitest';
import { modalOf } from '../../src/views/modal.ts';
import { checkView } from '../sandbox/slack/check-view.ts';

it('shows a table as text, because Slack takes none in a window', () => {
  const rows = [
    ['Reference', 'Status'],
    ['GARO-8f3k2j1', 'Successful'],
  ].map((row) => row.map((text) => ({ type: 'raw_text' as const, text })));
  const view = modalOf({ blocks: [{ type: 'table', rows }] });
  expect(checkView(view, 'modal').breaches).toEqual([]);
  expect(JSON.stringify(view)).toContain('Reference | Status\\nGARO-8f3k2j1 | Successful');
});
