import { describe, expect, it } from 'vitest';
import { clock } from '../../src/doctor/machine.ts';
import { createExamined } from '../support/examine.ts';
import { answering, startServer } from '../support/http-server.ts';

describe('the clock', () => {
  const hourMs = 60 * 60_000;

  it('agrees with Slack’s', async (test) => {
    const { examine } = await createExamined(test);
    expect(await examine(clock)).toEqual(["ok This machine's clock agrees with Slack's."]);
  });

  it('is said although Slack refuses the token', async (test) => {
    const { examine } = await createExamined(test);
    expect(await examine(clock, { SLACK_BOT_TOKEN: 'xoxb-canary-token' })).toEqual([
      "ok This machine's clock agrees with Slack's.",
    ]);
  });

  it('is not compared with that of what answers in place of Slack', async (test) => {
    const { examine } = await createExamined(test);
    for (const answer of [answering(503, {}), answering(200, '<html>', { 'content-type': 'text/html' })]) {
      const other = await startServer(answer);
      test.onTestFinished(() => other.close());
      expect(await examine(clock, { SLACK_API_URL: `${other.url}/api` })).toEqual([
        'note Not tried: Slack did not say what time it is. → See bot token.',
      ]);
    }
  });

  it.for([
    [
      'http',
      hourMs,
      /^PROBLEM This machine's clock is 3(?:599|600|601) seconds behind Slack's\. Slack's requests will/,
    ],
    ['http', -hourMs, /^PROBLEM This machine's clock is 3(?:599|600|601) seconds ahead of Slack's\./],
    ['socket', hourMs, /^note This machine's clock is \d+ seconds behind Slack's\. → Let the clock be set by NTP\.$/],
    ['http', 120_000, /^note This machine's clock is 1(?:19|20) seconds behind Slack's\./],
  ] as const)('is off in %s mode, Slack’s by %d ms', async ([mode, aheadMs, line], test) => {
    const { examine } = await createExamined(test, { mode });
    const slack = await startServer((request, response) => {
      const date = new Date(Date.now() + aheadMs).toUTCString();
      answering(200, { ok: true, team_id: 'T0HERE' }, { date })(request, response);
    });
    test.onTestFinished(() => slack.close());
    expect(await examine(clock, { SLACK_API_URL: `${slack.url}/api` })).toEqual([expect.stringMatching(line)]);
  });
});
