import { request } from 'node:http';
import { workspace } from 'slack-sandbox';
import { describe, expect, it, type TestContext, vi } from 'vitest';
import { collectGarbage } from './support/collect-garbage.ts';
import { holdClock } from './support/hold-clock.ts';
import { type RunAppOptions, type RunningApp, runApp } from './support/run-app.ts';
import { runWithSamples } from './support/run-with-samples.ts';
import { signedPost } from './support/signed-post.ts';
import { waitFor } from './support/wait-for.ts';

/** The app with the sample service behind it. */
async function start(test: TestContext, mode: RunAppOptions['mode'] = 'http', env: Record<string, string> = {}) {
  const app = await runWithSamples(test, { mode, env, slowMs: 2600 });
  test.onTestFinished(() => expect(app.slack.breaches).toEqual([]));
  return app;
}

const lastText = (app: RunningApp) => app.answers().at(-1)?.text;

describe.concurrent.each(['http', 'socket'] as const)('in %s mode', (mode) => {
  it('answers each command in the ack itself, to the person alone', async (test) => {
    const app = await start(test, mode);
    for (const [command, text, answer] of [
      ['/txn', 'GARO-8f3k2j1', /^✓ Successful · 25,000\.00/],
      ['/tsq', '12345698690885579', /^Requery `12345698690885579` · \*SUCCESSFUL/],
      ['/bank', 'zenith bank', /^ZENITH BANK PLC · `000015`/],
      ['/txn', '', /^Look up one transaction by its reference: `\/txn &lt;reference&gt;`/],
      ['/bank', 'help', /^`\/bank &lt;/],
    ] as const) {
      const delivery = await app.slack.sendCommand({ command, text });
      expect(delivery).toMatchObject({ outcome: 'acked', ackBody: { response_type: 'ephemeral' } });
      expect(app.answers().at(-1)).toMatchObject({ via: 'ack', text: expect.stringMatching(answer) });
      expect(app.answers().at(-1)?.visibleTo).toBeDefined();
    }
  });

  it('asks again from a button', async (test) => {
    const app = await start(test, mode);
    app.service.setOutage('unavailable');
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
    const failed = app.answers().at(-1);
    expect(failed?.text).toContain('answered with an error');
    app.service.setOutage('none');
    await app.slack.pressButton({ messageId: failed?.id ?? '', actionId: 'txn:run:0' });
    await waitFor(() => expect(lastText(app)).toMatch(/^✓ Successful/));
    expect(app.answers()).toHaveLength(2);
    for (const answer of app.answers()) expect(answer.visibleTo).toBeDefined();
  });
});

it('is kept in memory by nothing once it has stopped', async () => {
  const ran = async (mode: 'http' | 'socket') => {
    const { bot, slack, stop } = await runApp({ mode, transferApi: { baseUrl: 'http://127.0.0.1:1' } });
    await slack.sendCommand({ command: '/txn', text: 'help' });
    await stop();
    return new WeakRef(bot);
  };
  const bots = [await ran('http'), await ran('socket')];
  await waitFor(() => {
    collectGarbage();
    expect(bots.map((bot) => bot.deref())).toEqual([undefined, undefined]);
  });
});

describe.each(['http', 'socket'] as const)('a slow answer in %s mode', (mode) => {
  it('is announced after two seconds with what is being waited for, and follows', async (test) => {
    const app = await start(test, mode);
    holdClock();
    const slow = 'GARO-3s1o0w1';
    const asked = app.slack.sendCommand({ command: '/txn', text: slow });
    await waitFor(() => expect(app.service.requests).toHaveLength(1));
    vi.advanceTimersByTime(1_900);
    await fetch(app.slack.apiUrl); // long enough for a line to arrive
    expect(app.answers()).toEqual([]);
    vi.advanceTimersByTime(100);
    expect((await asked).outcome).toBe('acked');
    expect(lastText(app)).toBe(
      `Still waiting for the transfer service to answer about \`${slow}\`. The answer will follow here.`,
    );
    vi.advanceTimersByTime(600);
    await app.bot.inFlight.settled();
    expect(app.answers()[1]).toMatchObject({ via: 'response_url', text: expect.stringMatching(/^✓ Successful/) });
    for (const answer of app.answers()) expect(answer.visibleTo).toBeDefined();
  });
});

describe('when there is no answer', () => {
  it.concurrent.for(['/txn GARO-1', '/tsq 123', '/bank zenith'])(
    '%s says that nothing was reached, and never "not found"',
    async (line, { onTestFinished }) => {
      const app = await runApp({ transferApi: { baseUrl: 'http://127.0.0.1:1' } });
      onTestFinished(app.stop);
      onTestFinished(() => expect(app.slack.breaches).toEqual([]));
      const [command = '', text = ''] = line.split(' ');
      await app.slack.sendCommand({ command, text });
      await waitFor(() => expect(lastText(app)).toMatch(/: the transfer service could not be reached\.$/));
      expect(lastText(app)).toMatch(/: the transfer service /);
      expect(lastText(app)).not.toMatch(/not found|no transaction|no bank matches/i);
    },
  );

  it('carries a reference that the log line carries too', async (test) => {
    const app = await start(test);
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-4t0k3n1' });
    const reference = /`([2-9A-Z]{6})`/.exec(JSON.stringify(app.answers().at(-1)?.blocks))?.[1];
    expect(app.log.entries()).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        command: 'txn',
        outcome: 'unauthorized',
        status: 401,
        reference,
        durationMs: expect.any(Number),
      }),
    );
  });

  it('tells whoever uses a command or a button it does not know', async (test) => {
    const app = await start(test);
    await app.slack.sendCommand({ command: '/unheard', text: 'of' });
    expect(lastText(app)).toContain('older version');
  });

  it('is refused while stopping, in words', async (test) => {
    const app = await start(test, 'socket');
    app.bot.inFlight.stop();
    await app.slack.sendCommand({ command: '/bank', text: 'zenith' });
    expect(lastText(app)).toContain('`zenith`: this bot is just restarting. Ask again');
  });
});

describe('what people type', () => {
  it.for([
    ['/txn', 'Ref: “GARO–8f3k2j1”\n', /^✓ Successful/],
    ['/txn', '`GARO-8f3k2j1`', /^✓ Successful/],
    ['/txn', '0000', /^No record of `0000`\.$/],
    ['/txn', '..', /^`\.\.`: That cannot be a reference\./],
    ['/txn', 'x'.repeat(201), /201 characters/],
    ['/tsq', 'GARO-8f3k2j1', /looks like a reference: try `\/txn GARO-8f3k2j1`/],
    ['/tsq', '123 456', /^2 requeries: /],
    ['/tsq', '<tel:12345698690885579|12345698690885579>', /^Requery `12345698690885579`/],
    ['/bank', 'x'.repeat(1_001), /too long/],
    ['/bank', 'qqqq', /^No bank is called \*qqqq\*/],
    ['/bank', 'gtb', /^GTB is GTBANK PLC · `000013`/],
    ['/bank', '058', /^`058` is GTBANK PLC · `000013`/],
    ['/bank', 'changes', /^No change in the bank list since <!date/],
    ['/bank', 'Changes 2 days', /^No change in the bank list since <!date/],
    [
      '/bank',
      'changes on monday',
      /^Since when\? `changes on monday` names no day\. For instance `\/bank changes 2026-01-31`/,
    ],
  ] as const)('%s %j gets a clear answer', async ([command, text, answer], test) => {
    const app = await start(test);
    await app.slack.sendCommand({ command, text });
    expect(lastText(app)).toMatch(answer);
  });

  it('is not said to be cut off where an operator has said what references are', async (test) => {
    for (const [env, answer] of [
      [{}, /may be cut off/],
      [{ REFERENCE_PATTERN: 'GARO-\\w{4,}' }, /^(?!.*cut off)No record of `GARO-8f3k2`/],
    ] as const) {
      const app = await start(test, 'http', env);
      await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2' });
      expect(lastText(app)).toMatch(answer);
    }
  });
});

describe("Slack's door", () => {
  const post = (app: RunningApp, path: string, headers: Record<string, string>, body: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const options = { host: '127.0.0.1', port: app.bot.connection.port(), path, method: 'POST', headers };
      request(options, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end(body);
    });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  it('opens to signed requests only, and reads no more than a request can be', async (test) => {
    const app = await start(test);
    const now = String(Math.floor(Date.now() / 1000));
    const signed = { ...form, 'x-slack-request-timestamp': now, 'x-slack-signature': `v0=${'0'.repeat(64)}` };
    expect(await post(app, '/slack/events', signed, 'command=/bank&text=zenith')).toBe(401);
    expect(await post(app, '/slack/events', form, 'command=/bank&text=zenith')).toBe(401);
    expect(await post(app, '/slack/events', signed, 'x'.repeat(1_600 * 1024))).toBe(413);
    expect(await post(app, '/slack/events?from=slack', form, 'ssl_check=1')).toBe(200);
    for (const path of ['//', '/slack/eventsmore']) expect(await post(app, path, form, 'ssl_check=1')).toBe(404);
    expect(app.answers()).toEqual([]);
  });

  it.for(['PUT', 'OPTIONS', 'DELETE'])('is no door to a %s, though it is signed', async (method, test) => {
    const app = await start(test);
    const fields = { command: '/txn', text: 'GARO-8f3k2j1', user_id: workspace.personId };
    const { headers, body } = signedPost(app.requestUrl, app.slack.signingSecret, new URLSearchParams(fields));
    expect((await fetch(app.requestUrl, { method, headers, body })).status).toBe(404);
    expect(app.audit).toEqual([]);
    expect(app.log.lines).toEqual([]);
  });
});

describe('the log', () => {
  it('at its most talkative holds no token, no response_url and no account number', async (test) => {
    const app = await start(test, 'http', { LOG_LEVEL: 'trace' });
    const deliveries = [
      await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' }),
      await app.slack.sendCommand({ command: '/txn', text: 'GARO-4t0k3n1' }),
      await app.slack.sendCommand({ command: '/tsq', text: '12345698690885579' }),
    ];
    const lines = app.log.lines.join('');
    expect(app.log.entries().filter(({ command }) => command)).toHaveLength(3);
    const { botToken, signingSecret } = app.slack;
    const hidden = [
      botToken,
      signingSecret,
      app.service.token,
      ...deliveries.map(({ responseUrl }) => responseUrl),
      '0123456789',
      '0001479098',
    ];
    for (const secret of hidden) {
      if (!secret) throw new Error('nothing to look for');
      expect(lines).not.toContain(secret);
    }
  });
});
