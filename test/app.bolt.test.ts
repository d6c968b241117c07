import { directMessageOf, workspace } from 'slack-sandbox';
import { expect, it, vi } from 'vitest';
import { type ConnectProxy, startConnectProxy } from './support/connect-proxy.ts';
import { holdClock } from './support/hold-clock.ts';
import { holdTime } from './support/hold-time.ts';
import { pressMore, runWithSamples } from './support/run-with-samples.ts';
import { waitFor } from './support/wait-for.ts';

const reference = 'GARO-8f3k2j1';

it.for(['http', 'socket'] as const)(
  'in %s mode, a command is answered in its ack, which only the person sees',
  async (mode, test) => {
    const { slack, answers } = await runWithSamples(test, { mode });
    holdClock(); // a busy machine would say to wait first
    for (const [command, text, answer] of [
      ['/txn', reference, /^✓ Successful · 25,000\.00/],
      ['/tsq', '12345698690885579', /^Requery `12345698690885579` · ✓ SUCCESSFUL/],
      ['/bank', 'zenith bank', /^ZENITH BANK PLC · `000015`/],
      ['/txn', '', /^`\/txn &lt;reference&gt;` Look up one transaction by its reference/],
    ] as const) {
      const delivery = await slack.sendCommand({ command, text });
      expect(delivery).toMatchObject({ outcome: 'acked', ackBody: { response_type: 'ephemeral' } });
      expect(answers().at(-1)).toMatchObject({ via: 'ack', text: expect.stringMatching(answer) });
      expect(answers().at(-1)?.visibleTo).toBeDefined();
    }
  },
);

it('calls no reference cut off while REFERENCE_PATTERN says what one looks like', async (test) => {
  const app = await runWithSamples(test, { env: { REFERENCE_PATTERN: 'GARO-\\w{4,}' } });
  await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2' });
  await waitFor(() => expect(app.answers().at(-1)?.text).toMatch(/No record of `GARO-8f3k2`/));
  expect(app.answers().at(-1)?.text).not.toContain('too many characters');
});

it('a bot with COMMAND_SUFFIX answers only its own commands, and Slack finds it under its own name', async (test) => {
  const suffix = '-staging';
  const { slack, answers, log } = await runWithSamples(test, { env: { COMMAND_SUFFIX: suffix } });
  for (const [command, text, answer] of [
    [`/txn${suffix}`, reference, /^✓ Successful/],
    [`/tsq${suffix}`, 'hello', /\/tsq-staging 19261/],
    [`/bank${suffix}`, 'zenith', /zenith/],
    [
      '/txn',
      reference,
      /^I don't answer that command, but `\/txn-staging`, `\/tsq-staging`, `\/bank-staging`\.$/,
    ],
  ] as const) {
    await slack.sendCommand({ command, text });
    expect(answers().at(-1)?.text).toMatch(answer);
  }
  const warnings = log.entries().filter(({ level }) => level === 'warn');
  expect(warnings).toEqual([
    expect.objectContaining({ outcome: 'refused', rule: 'COMMAND_SUFFIX' }),
  ]);
  const { personId: userId } = workspace;
  await slack.openHome({ userId });
  await waitFor(() => expect(slack.views).toHaveLength(1));
  const shown = JSON.stringify(slack.views[0]?.blocks);
  expect(shown).toContain(`/bank${suffix} zenith`);
  expect(shown).toContain(`/txn${suffix} help`);
  expect(shown).not.toMatch(/\/(?:txn|tsq|bank)(?!-staging)/);
  await slack.writeMessage({
    text: `/TSQ${suffix} 19253`,
    channelId: directMessageOf(userId),
    userId,
  });
  await waitFor(() => expect(answers().at(-1)?.text).toMatch(/^Requery `19253`/));
});

it("logs that the transfer service's address is wrong, and later that it is right again", async (test) => {
  const { events, log } = await runWithSamples(test);
  for (const isWrong of [true, false]) events.emit('address', isWrong);
  expect(log.entries()).toMatchObject([
    { level: 'error', msg: expect.stringContaining('TRANSFER_API_BASE_URL is wrong') },
    { level: 'info', msg: 'TRANSFER_API_BASE_URL is right again' },
  ]);
});

it('with BLOCKS=classic, Slack is not asked which blocks it takes', async (test) => {
  const { slack } = await runWithSamples(test, { env: { BLOCKS: 'classic' } });
  expect(slack.requests).not.toContain('blocks.validate');
});

/**
 * The requests that went through, `POST /api/auth.test`; it is only over TLS that a proxy cannot
 * read them.
 */
const requestsOf = (proxy: ConnectProxy) =>
  proxy.heard().match(/(?:GET|POST) \/\S+(?= HTTP)/g) ?? [];

it.for(['http', 'socket'] as const)(
  'in %s mode, every outgoing request goes through the proxy',
  async (mode, test) => {
    const proxy = await startConnectProxy({ credentials: 'jane:canary-words' });
    test.onTestFinished(() => proxy.close());
    const app = await runWithSamples(test, { mode, env: { HTTP_PROXY: proxy.url } });
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1 GARO-5p1d6w8' });
    const messageId = app.answers().at(-1)?.id ?? '';
    await pressMore(app, messageId, 'txn:csv');
    await app.slack.pressButton({ messageId, actionId: 'txn:check-all' });
    await app.bot.inFlight.settled();
    expect(app.slack.files[0]?.content).toContain('GARO-5p1d6w8');

    const hosts = [app.slack.apiUrl, app.service.baseUrl].map((url) => new URL(url).host);
    expect(new Set(proxy.tunnels)).toEqual(new Set(hosts));
    expect(requestsOf(proxy)).toEqual(
      expect.arrayContaining([
        'POST /api/auth.test',
        'POST /api/users.info',
        'POST /api/files.getUploadURLExternal',
        expect.stringMatching(/^POST \/upload\//),
        'POST /api/files.completeUploadExternal',
        expect.stringMatching(/^POST \/actions\//),
        ...(mode === 'socket'
          ? ['POST /api/apps.connections.open', expect.stringMatching(/^GET \/link\/\?ticket=/)]
          : []),
      ]),
    );
    expect(requestsOf(proxy).filter((each) => /^GET .*\/v1\//.test(each))).toHaveLength(
      app.service.requests.length,
    );
  },
);

it('deletes expired look-ups and sightings each minute', async (test) => {
  const clock = holdTime();
  const { services } = await runWithSamples(test);
  const { bankCounts, recentLookUps } = services;
  const purges = [bankCounts, recentLookUps].map((each) => vi.spyOn(each, 'purge'));
  await clock.pass(60_000);
  for (const purge of purges) expect(purge).toHaveBeenCalled();
});
