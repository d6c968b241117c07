import { expect, it } from 'vitest';
import { createStandIns } from '../support/stand-ins.ts';

it('a process starts, answers and stops while Slack says nothing of blocks', async (test) => {
  const { slack, answers, start } = await createStandIns(test);
  slack.setFailure('blocks.validate', { isSilent: true });
  const bot = await start('socket');
  await slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
  expect(answers().at(-1)?.text).toMatch(/^✓ Successful/);
  expect(await bot.stop()).toBe(0);
  expect(bot.lines.join()).not.toContain('"blocks"');
});
