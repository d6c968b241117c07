import { describe, expect, test } from 'vitest';
import { drawMessage } from './draw/draw-message.tsx';
import { parseCsv } from './draw/parse-csv.ts';
import { toMessage } from './fake/shown.ts';
import { startPage } from './fake/start-page.ts';
import { textOf } from './fake/text-of.ts';

const content = 'asked,amount\r\nGARO-1,"25,000.00"\r\n"a ""b""\nc",\'=1+1\r\n';
const file = { id: 'F1', name: 'tränsfers (1).csv', title: '<Triage>', channelId: 'D1', content };

describe('CSV', () => {
  test('has cells with commas, quotes and line breaks', () => {
    expect(parseCsv(content, 9)).toEqual([
      ['asked', 'amount'],
      ['GARO-1', '25,000.00'],
      ['a "b"\nc', "'=1+1"],
    ]);
  });

  test.each([
    ['', []],
    ['\ufeffa,b', [['a', 'b']]],
    [
      'a,\n,b\n',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['a\nb\nc\nd', [['a'], ['b']]],
  ])('%j', (text, rows) => {
    expect(parseCsv(text, 2)).toEqual(rows);
  });
});

describe('a message with a file', () => {
  const html = drawMessage(toMessage({ text: '', files: [file] }, []), { botName: 'txnbot' });

  test('shows its name, how it begins and the way to save it', () => {
    expect(html).toContain('<strong>&lt;Triage&gt;</strong>');
    expect(html).toContain('<th>asked</th><th>amount</th>');
    expect(html).toContain('<td>GARO-1</td><td>25,000.00</td>');
    expect(html).toContain('href="/files/F1" download="tränsfers (1).csv"');
  });

  test('a long one is cut, and one that is no table is text', () => {
    const long = { ...file, content: 'a\n'.repeat(20) };
    const drawn = drawMessage(toMessage({ files: [long, { ...file, name: 'x.txt' }] }, []), { botName: 'txnbot' });
    expect(drawn.match(/<tr>/g)).toHaveLength(6);
    expect(textOf(drawn)).toContain('More rows in the file');
    expect(drawn).toContain('<pre>asked,amount');
  });
});

test('is saved and never shown as a page', async () => {
  const { slack, url, close } = await startPage();
  slack.share(file);
  const response = await fetch(`${url}/files/F1`);
  expect(await response.text()).toBe(content);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''tr%C3%A4nsfers%20%281%29.csv");
  expect((await fetch(`${url}/files/F2`)).status).toBe(404);
  await close();
});
