import { describe, expect, it } from 'vitest';
import { type Block, buttons, context, fields, header, plainText, quote, section } from '../../src/blocks/blocks.ts';
import { budgets, measure, overOf, piecesOf } from './measure.ts';
import { allSamples } from './samples.ts';

/** Kinds that are over their budget. Remove a kind once it is within; add none. */
const stillOver: readonly string[] = ['table of 24 and two requeries', 'table of 40', 'table of 40 and a requery'];

const samples = allSamples();

it('every kind of message and window is within its budget, but for those that are known to be over', async () => {
  const over = (await samples).filter(
    ({ blocks, budget }) => overOf(measure(blocks, budgets[budget]), budgets[budget]).length > 0,
  );
  expect([...new Set(over.map(({ kind }) => kind))].sort()).toEqual([...stillOver].sort());
});

it('none has the name of the program, as an installation may call the bot anything', async () => {
  const named = (await samples).filter(({ sent }) => /txnbot/i.test(JSON.stringify(sent)));
  expect(named.map(({ kind }) => kind)).toEqual([]);
});

const firstLine = (blocks: readonly Block[]) => piecesOf(blocks)[0]?.lines[0]?.replaceAll('*', '') ?? '';

it('the first line is the notification, but for the two whose reader needs another', async () => {
  const differing = (await samples).flatMap(({ kind, blocks, sent }) => {
    if (!('message' in sent)) return [];
    const [line, told] = [firstLine(blocks), firstLine([section(sent.message.text)])];
    // A header takes no code to copy: the reference stands below it.
    if (blocks[0]?.type === 'header' && told.startsWith(`${line} · \``)) return [];
    // A lock screen shows no person's name.
    if (kind.startsWith('watch told') && /^ (?:to|from) /.test(line.slice(told.length)) && line.startsWith(told))
      return [];
    return line === told ? [] : [[kind, line, told]];
  });
  expect(differing).toEqual([]);
});

describe('counting', () => {
  const date = '<!date^1769868489^{date_short_pretty} {time}|2026-01-31 14:08 UTC>';
  const menu: Block = {
    type: 'actions',
    elements: [{ type: 'overflow', action_id: 'a', options: [{ text: plainText('Share'), value: 'a' }] }],
  };
  it.each<[string, Block[], Partial<ReturnType<typeof measure>>]>([
    ['words of letters or digits', [section('◷ *Pending* · 1,250.00 – &amp;')], { words: 2, lines: 1 }],
    ['code as one word', [section('`the whole of it` and')], { words: 2 }],
    ['a time as three', [section(`created ${date}`)], { words: 4 }],
    ['a quote as three at most', [quote('one two three four', 100)], { words: 3, lines: 1 }],
    ['a line for 80 characters', [header('a'.repeat(81))], { words: 1, lines: 2 }],
    ['two fields in a row', fields(['*A*\n1', '*B*\n2', '*C*\n3']), { words: 6, lines: 4 }],
    ['context apart', [context(['as of', 'now'])], { words: 0, lines: 0, contextWords: 3, contextLines: 1 }],
    ['buttons', buttons([{ actionId: 'a', label: 'Try Again' }]), { words: 0, lines: 1, buttons: 1 }],
    ['no overflow menu', [menu], { lines: 1, buttons: 0 }],
  ])('%s', (_what, blocks, expected) => {
    expect(measure(blocks, budgets['anything else'])).toMatchObject(expected);
  });

  it('rows of a list are aside, and of parts the one that costs most counts', () => {
    const list = [section('3 banks\nZENITH BANK `000015`')];
    expect(measure(list, budgets['several banks'])).toMatchObject({ words: 2, lines: 1 });
    const parts = [header('One'), section('two'), header('Two'), section('of three words')];
    expect(measure(parts, budgets.parts)).toMatchObject({ words: 4, lines: 2 });
  });

  it('each figure can be over', () => {
    const figures = { words: 26, lines: 5, buttons: 3, contextWords: 21, contextLines: 4 };
    expect(overOf(figures, budgets['not found'])).toEqual(Object.keys(figures));
    expect(
      overOf({ words: 25, lines: 4, buttons: 2, contextWords: 20, contextLines: 3 }, budgets['not found']),
    ).toEqual([]);
  });
});
