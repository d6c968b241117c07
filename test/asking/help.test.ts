import { describe, expect, it } from 'vitest';
import { commands } from '../../src/asking/ask.ts';
import { helpReply } from '../../src/command.ts';
import { commandNames } from '../../src/command-names.ts';
import { version } from '../../src/version.ts';
import { shownLines } from '../support/shown.ts';

const { slash, mention, directMessage } = commandNames('');

describe('help', () => {
  it('of all has a line for each, and the ways without a command', () => {
    const [lines = ''] = shownLines(helpReply(commands, slash, 'asker'));
    expect(lines.match(/^`\/\w+/gm)).toEqual(['`/txn', '`/tsq', '`/bank']);
    expect(lines).toMatch(/Look Up References.*Find a Bank Code/);
    expect(lines).not.toContain('CSV');
    expect(shownLines(helpReply(commands, directMessage, 'asker'))[0]).toMatch(/CSV.*`txn watch GARO-/);
  });

  it('ends with who reads the answer, only where that is so, and the version', () => {
    const last = (...where: [typeof slash, 'asker' | 'channel']) => shownLines(helpReply(commands, ...where)).at(-1);
    expect(last(mention, 'channel')).toMatch(/^~ .*everybody reads/);
    expect(last(mention, 'asker')).toBe(`~ everything is read-only · version ${version}`);
    expect(last(directMessage, 'asker')).toMatch(/^~ only you read this conversation/);
    expect(last(slash, 'asker')).toMatch(/^~ in a thread, mention the bot/);
  });
});
