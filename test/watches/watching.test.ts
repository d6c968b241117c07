import { describe, expect, it } from 'vitest';
import { directMessageOf, workspace } from '../sandbox/slack/workspace.ts';
import { runWithSamples } from '../support/run-with-samples.ts';
import { waitFor } from '../support/wait-for.ts';

describe('a watch', () => {
  it('tells the person who clicked, in their direct message', async (test) => {
    const { slack, answers, audit } = await runWithSamples(test, {
      env: { WATCH_SCHEDULE: '1s' },
      changesAfterMs: 500,
    });
    await slack.sendCommand({ command: '/txn', text: 'GARO-1w8t4c6' });
    await slack.pressButton({ messageId: answers().at(-1)?.id ?? '', actionId: 'txn:watch' });
    await waitFor(() => expect(answers().at(-1)?.text).toMatch(/^Watching `GARO-1w8t4c6`/));
    await waitFor(() => expect(answers().at(-1)?.channelId).toBe(directMessageOf(workspace.personId)));
    console.log(JSON.stringify(answers().at(-1), null, 1), audit);
    expect(slack.breaches).toEqual([]);
  });
});
