import { expect, it } from 'vitest';
import { inspectConfig } from '../../../src/config/inspect.ts';
import { blocks } from '../../../src/doctor/checks/blocks.ts';
import { createSlackProbe } from '../../../src/doctor/slack-probe.ts';
import { createExamined } from '../../support/examine.ts';
import { answering, startServer } from '../../support/http-server.ts';

const refusal = {
  error: 'invalid_message',
  errors: [{ pointer: '/blocks/0/type', code: 'unknown_type', message: 'canary' }],
};

/** A Slack that has something against messages with these words in them. */
async function slackThatRefuses(words: RegExp) {
  return startServer((request, response) => {
    const chunks: string[] = [];
    request.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
    request.on('end', () => {
      const isRefused = request.url?.endsWith('blocks.validate') && words.test(decodeURIComponent(chunks.join('')));
      const body = isRefused ? { ok: false, ...refusal } : { ok: true, team_id: 'T0HERE' };
      answering(200, body)(request, response);
    });
  });
}

it('are all taken, in both forms, and in windows', async (test) => {
  const { examine, slack } = await createExamined(test);
  const [line, ...others] = await examine(blocks);
  const [, count] = /^ok Slack takes all (\d+) kinds of messages and windows\.$/.exec(line ?? '') ?? [];
  expect(others).toEqual([]);
  const asked = slack.calls
    .filter(({ method }) => method === 'blocks.validate')
    .map(({ args }) => JSON.stringify(args));
  expect(asked).toHaveLength(Number(count));
  expect(new Set(asked).size).toBe(Number(count));
  for (const kind of ['"data_table"', '"table"', '"container"', '"type":"modal"', '"type":"home"'])
    expect(asked.join(), kind).toContain(kind);
  expect(slack.messages).toEqual([]);
});

it('are none of the current form where the configuration wants the classic one', async (test) => {
  const { examine, slack } = await createExamined(test);
  await examine(blocks, { BLOCKS: 'classic' });
  expect(JSON.stringify(slack.calls)).not.toMatch(/"data_table"|"container"/);
  expect(JSON.stringify(slack.calls)).toContain('"table"');
});

it('are refused: each by its name and pointer, in no words that quote it', async (test) => {
  const { examine } = await createExamined(test);
  const slack = await slackThatRefuses(/txn:refresh"/);
  test.onTestFinished(() => slack.close());
  const lines = await examine(blocks, { SLACK_API_URL: `${slack.url}/api` });
  expect(lines).toContain(
    'PROBLEM Slack refuses Refresh: /blocks/0/type unknown_type. → Report it: this is a mistake in txnbot.',
  );
  expect(lines.join()).not.toMatch(/canary|Slack takes all/);
});

it('are refused in the current form alone: txnbot chooses the classic one itself', async (test) => {
  const { examine } = await createExamined(test);
  const slack = await slackThatRefuses(/"(?:data_table|container)"/);
  test.onTestFinished(() => slack.close());
  expect(await examine(blocks, { SLACK_API_URL: `${slack.url}/api` })).toEqual([
    'note Slack does not take the current form of a data_table: /blocks/0/type unknown_type. txnbot notices that at its start, and answers in the classic form.',
  ]);
});

it('are refused in the current form although txnbot would choose it', async (test) => {
  const { examine } = await createExamined(test);
  const slack = await slackThatRefuses(/"container".*PROCESSING/);
  test.onTestFinished(() => slack.close());
  const lines = await examine(blocks, { SLACK_API_URL: `${slack.url}/api` });
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines)
    expect(line).toMatch(/^PROBLEM Slack refuses .* in the current form: .* Set BLOCKS=classic/);
});

it('are not judged by a Slack that does not do so, or not now', async (test) => {
  const { examine, slack } = await createExamined(test);
  slack.setFailure('blocks.validate', { error: 'unknown_method' });
  expect(await examine(blocks)).toEqual([
    'note Not tried: this Slack does not know what it takes to judge blocks.',
    expect.stringMatching(/^note \d+ of \d+ kinds of messages and windows were not judged\.$/),
  ]);
  slack.setFailure('blocks.validate', { status: 429, headers: { 'retry-after': '60' } });
  expect(await examine(blocks)).toEqual([
    'note Slack judges no more blocks this minute. → For the rest: npm run validate.',
    expect.stringContaining('were not judged.'),
  ]);
});

it('are judged as far as a slow Slack gets until the end, and what it said is told', async (test) => {
  const { env } = await createExamined(test);
  const ending = new AbortController();
  let asked = 0;
  const slack = await startServer((request, response) => {
    if (!request.url?.endsWith('blocks.validate'))
      return answering(200, { ok: true, team_id: 'T0HERE' })(request, response);
    asked += 1;
    if (asked <= 3) answering(200, { ok: false, ...refusal })(request, response);
    if (asked === 3 + 8) ending.abort(); // the others wait for an answer
  });
  test.onTestFinished(() => slack.close());
  const inspected = inspectConfig({ ...env, SLACK_API_URL: `${slack.url}/api` });
  const probe = createSlackProbe(inspected.config);
  const findings = await blocks.run({
    inspected,
    slack: probe,
    reference: undefined,
    isPatient: false,
    ending: ending.signal,
  });
  expect(findings.length).toBeGreaterThan(1);
  for (const { seen } of findings.slice(0, -1)) expect(seen).toMatch(/^Slack (?:refuses|does not take).*unknown_type/);
  expect(findings.at(-1)).toMatchObject({
    outcome: 'note',
    seen: expect.stringMatching(/^\d+ of \d+ kinds of messages and windows were not judged\.$/),
    todo: 'For the rest: npm run validate.',
  });
});

it('are not judged by a Slack that takes too long', async (test) => {
  const { examine, slack } = await createExamined(test);
  slack.setFailure('blocks.validate', { isSilent: true });
  expect(await examine(blocks)).toEqual([
    'note Slack was asked to judge blocks, and took longer than 5 seconds. → For the rest: npm run validate.',
    expect.stringMatching(/^note \d+ of \d+ kinds of messages and windows were not judged\.$/),
  ]);
});

it('must all be judged when that is what was asked for', async (test) => {
  const { env } = await createExamined(test);
  const inspected = inspectConfig(env);
  const slack = createSlackProbe(inspected.config);
  const late = { inspected, slack, reference: undefined, ending: AbortSignal.abort() };
  expect(await blocks.run({ ...late, isPatient: true })).toMatchObject([{ outcome: 'problem', todo: 'Try again.' }]);
  expect(await blocks.run({ ...late, isPatient: false })).toMatchObject([{ outcome: 'note' }]);
});

it('are judged after a short wait, when Slack asks for one', async (test) => {
  const { examine, slack } = await createExamined(test);
  slack.setFailure('blocks.validate', { status: 429, headers: { 'retry-after': '1' } }, 1);
  expect(await examine(blocks)).toEqual([expect.stringMatching(/^ok Slack takes all/)]);
});
