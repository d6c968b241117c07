import { describe, expect, it } from 'vitest';
import { collectTexts, readSlackMessage } from '../../src/slack/message.ts';
import { expectLinear } from '../support/growth.ts';

const nested = (depth: number): unknown =>
  depth === 0 ? { text: 'deep' } : { blocks: [nested(depth - 2)] };

describe('the texts of a message', () => {
  it("a message's texts are its own, and those of its blocks and attachments", () => {
    const message = {
      type: 'message',
      ts: '1700000000.000100',
      text: 'a',
      blocks: [{ type: 'section', block_id: 'no', text: { type: 'mrkdwn', text: 'b' } }],
      attachments: [
        {
          fallback: 'c',
          pretext: 'd',
          title: 'e',
          fields: [{ title: 'f', value: 'g' }],
          footer: 'h',
          color: 'no',
        },
        { blocks: [{ elements: [{ type: 'link', url: 'i', unsafe: 7 }, null] }] },
      ],
    };
    expect(collectTexts(message)).toEqual(['a', 'b', 'c', 'd', 'e', 'f: g', 'h', 'i']);
    expect(readSlackMessage(message)).toMatchObject({
      text: 'a',
      more: 'b\nc\nd\ne\nf: g\nh\ni',
      isCut: false,
    });
  });

  it("a message's texts are found as deep as Slack nests blocks, and no deeper", () => {
    expect(collectTexts(nested(20))).toEqual(['deep']);
    expect(collectTexts(nested(22))).toEqual([]);
    expect(collectTexts({ blocks: nested(20) })).toEqual([]);
  });

  it.each([undefined, null, false, 'text', 7, []])('a message has no text in %j', (message) => {
    expect(collectTexts(message)).toEqual([]);
    expect(readSlackMessage(message)).toMatchObject({
      text: '',
      more: '',
      lists: [],
      unreadable: [],
    });
  });

  it('cuts an overlong text at the last blank within the limit and sets isCut', () => {
    const long = `${'a'.repeat(39_995)} GARO-8f3k2j1`;
    const { text, more, isCut } = readSlackMessage({
      text: long,
      attachments: [{ fallback: `b ${long}` }],
    });
    expect(text.length).toBe(39_995);
    expect(more.length).toBe(39_997);
    expect(isCut).toBe(true);
  });

  it("a message's texts are not those of its thread's root or its previous version", () => {
    const other = { text: 'GARO-8f3k2j1', blocks: [{ text: 'GARO-8f3k2j1' }] };
    const message = readSlackMessage({ text: 'a', root: other, previous_message: other });
    expect(message).toMatchObject({ text: 'a', more: '' });
  });

  it("a block's text is retained where the message's text only has a longer word", () => {
    const attachments = [
      { fallback: 'PAY-77123', title_link: 'https://a.example/transactions/GARO-8f3k2j1' },
    ];
    expect(readSlackMessage({ text: 'PAY-7712345 failed', attachments }).more).toBe(
      'PAY-77123\nhttps://a.example/transactions/GARO-8f3k2j1',
    );
  });

  const rich = (...elements: object[]) => ({ type: 'rich_text', elements: [{ elements }] });
  const word = (text: string) => ({ type: 'text', text });

  it("blocks that repeat a message's text are left out", () => {
    const blocks = [rich(word('A & B'), { type: 'link', url: 'u' })];
    expect(readSlackMessage({ text: 'A &amp; *B* <u>', blocks }).more).toBe('');
  });

  it("the cells of a table's row are read as one line", () => {
    const rows = [
      ['Reference', 'Amount'].map((text) => rich(word(text))),
      ['GARO-1', '5'].map((text) => rich(word(text))),
    ];
    const attachments = [{ blocks: [{ type: 'table', rows }] }];
    expect(readSlackMessage({ text: '', attachments }).more).toBe('Reference\tAmount\nGARO-1\t5');
  });
});

it('a message whose every word is formatted is read in linear time', async () => {
  await expectLinear(4_000, (size) => {
    const words = Array.from({ length: size }, (_, at) => `word${at}`);
    const elements = words.map((text) => ({ type: 'text', text }));
    const message = { text: words.join(' *'), blocks: [{ type: 'rich_text', elements }] };
    expect(readSlackMessage(message).more).toBe('');
  });
});

it('a file counts as a list by its name or type, or if only its id is known; others are named', () => {
  const files = [
    { id: 'F1', name: 'a.csv' },
    { id: 'F2', file_access: 'check_file_info' },
    { id: 'F3', name: 'photo.png', mimetype: 'image/png' },
    { id: 'F4', name: 'note', mimetype: 'text/plain' },
    { id: 'F5', name: 'dump.json', mimetype: 'application/json' },
    { id: 'F6', name: 'voice.m4a', mimetype: 'audio/mp4' },
    { id: 'F7', name: 'hooks.jsonl', mimetype: 'application/octet-stream' },
    { id: 'F8', name: 'query', mimetype: 'text/x-sql' },
    { name: 'no id' },
    null,
  ];
  const forwarded = {
    attachments: [{ files: files.slice(0, 4) }, { files: files.slice(4) }, null],
  };
  expect(readSlackMessage(forwarded)).toEqual(readSlackMessage({ files }));
  const { lists, unreadable } = readSlackMessage({ files });
  expect(lists.map(({ id }) => id)).toEqual(['F1', 'F2', 'F4', 'F5', 'F7', 'F8']);
  expect(unreadable).toEqual(['photo.png', 'voice.m4a']);
});
