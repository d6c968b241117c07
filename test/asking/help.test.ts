import { checkMessage } from 'slack-sandbox';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/asking/ask.ts';
import { tsq } from '../../src/asking/tsq.ts';
import { helpReply, usageReply } from '../../src/command.ts';
import { commandNames } from '../../src/command-names.ts';
import { version } from '../../src/version.ts';
import { shownLines } from '../support/shown.ts';

const { slash, mention, directMessage } = commandNames('');

describe('usage', () => {
  it.each(commands.map((command) => [command.name, command] as const))(
    'of /%s is one line with an example',
    (_name, command) => {
      const reply = usageReply(command, slash);
      expect(shownLines(reply)).toHaveLength(1);
      expect(reply.text).toContain(`\`/${command.name} ${command.examples[0]}\``);
      expect(reply.text).not.toMatch(/error|invalid|wrong|must/i);
      expect(checkMessage({ ...reply }).breaches).toEqual([]);
    },
  );
});

describe('help', () => {
  it('of one command has its examples and none of another', () => {
    const reply = helpReply([tsq], slash, 'asker');
    const [lines = ''] = shownLines(reply);
    expect(lines).toMatch(/^`\/tsq &lt;transactionId&gt;` Requery .*\n.*\nFor instance `\/tsq \d+`$/);
    expect(checkMessage({ ...reply }).breaches).toEqual([]);
  });

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
