import { describe, expect, it } from 'vitest';
import { createStandIns } from '../support/stand-ins.ts';
import { waitFor } from '../support/wait-for.ts';

describe.concurrent('a process', () => {
  it('draws answers in the current form a moment after its start', async (test) => {
    const { slack, answers, start } = await createStandIns(test);
    const bot = await start();
    await waitFor(() => expect(bot.lines.join()).toContain('"blocks":"current"'));
    await slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1 GARO-5p1d6w8' });
    await waitFor(() => expect(JSON.stringify(answers().at(-1)?.blocks)).toContain('"type":"data_table"'));
  });

  it('starts, answers and stops while Slack says nothing of blocks', async (test) => {
    const { slack, answers, start } = await createStandIns(test);
    slack.setFailure('blocks.validate', { isSilent: true });
    const bot = await start('socket');
    await slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
    expect(answers().at(-1)?.text).toMatch(/^✓ Successful/);
    expect(await bot.stop()).toBe(0);
    expect(bot.lines.join()).not.toContain('"blocks"');
  });
});
