import { expect, test } from 'vitest';
import { drawPage } from './draw/draw-page.tsx';
import { hostileText } from './fake/cards.ts';
import { textOf } from './fake/text-of.ts';

const html = drawPage({
  title: 'txnbot',
  commands: [{ command: '/txn', description: 'Looks it up', usageHint: '<reference>' }],
  shortcuts: [{ type: 'global', name: hostileText, callbackId: 'find', description: 'Finds it' }],
  samples: [
    { command: '/txn', text: 'GARO-1', title: 'One' },
    { kind: 'mention', command: '@txnbot', text: 'txn GARO-1', title: 'Mentioned' },
    { kind: 'message', text: 'GARO-1 and GARO-2', title: 'Written' },
    { kind: 'alert', text: hostileText, title: 'Posted' },
  ],
});

test('offers every conversation, the Home tab and everybody to act as', () => {
  for (const id of ['C0SUPPORT', 'C0RANDOM', 'D0TXNBOT0', 'home']) {
    expect(html).toContain(`data-place="${id}"`);
  }
  expect(html).toMatch(/<input type="radio" name="person"[^>]*checked=""[^>]*value="U0AMARA00"/);
  expect(html).toMatch(/<input type="radio" name="person"[^>]*value="U0BISI000"/);
});

test('offers each kind of sample in a group of its own, with what it sends', () => {
  expect(textOf(html)).toMatch(/\/txn.*Mentions.*Messages.*Alerts/);
  expect(html).toContain('data-input="/txn GARO-1" data-kind="command" data-sample="0"');
  expect(html).toContain('data-input="@txnbot txn GARO-1" data-kind="mention" data-sample="1"');
  expect(html).toContain('data-input="GARO-1 and GARO-2" data-kind="message" data-sample="2"');
  expect(html).toContain('data-kind="alert" data-sample="3"');
});

test('completes commands where they work, and mentions everywhere', () => {
  const [, ofMessages = '', ofReplies = ''] = html.split('role="listbox"');
  expect(ofMessages).toContain('data-inserts="/txn"');
  expect(ofMessages).toContain('data-inserts="@txnbot"');
  expect(ofReplies).toContain('data-inserts="@txnbot"');
  expect(ofReplies).not.toContain('data-inserts="/txn"');
});

test('keeps the shortcuts for the browser, and lets no text be markup', () => {
  const json = textOf(/data-shortcuts="([^"]*)"/.exec(html)?.[1] ?? '');
  expect(JSON.parse(json)).toMatchObject([{ type: 'global', name: hostileText, callbackId: 'find' }]);
  expect(html).toContain('id="shortcuts"');
  expect(html).not.toContain('<script>alert');
});
