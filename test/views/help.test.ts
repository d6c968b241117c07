import { describe, expect, it } from 'vitest';
import { commandNames, commands } from '../../src/commands/index.ts';
import { version } from '../../src/version.ts';
import { helpReply, usageReply } from '../../src/views/help.ts';
import { checkMessage } from '../sandbox/slack/check-message.ts';
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
  it('ends with the version', () => {
    expect(shownLines(helpReply(commands, slash, 'asker')).at(-1)).toMatch(new RegExp(` · txnbot ${version}$`));
  });

  it('says who reads the answer, and only where that is so', () => {
    const last = (...where: [typeof slash, 'asker' | 'channel']) => shownLines(helpReply(commands, ...where)).at(-1);
    expect(last(mention, 'channel')).toMatch(/^~ Everybody in the thread .* · everything is read-only/);
    expect(last(mention, 'asker')).toMatch(/^~ everything is read-only/);
    expect(last(directMessage, 'asker')).toMatch(/^~ Only you read this conversation · everything/);
    expect(last(slash, 'asker')).toMatch(/^~ In a thread, mention the bot/);
  });
});
