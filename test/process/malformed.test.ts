import { describe, expect, it, onTestFinished } from 'vitest';
import { type RunningBot, startBot } from '../run-sandbox/start-bot.ts';
import { send, signedPost } from '../support/signed-post.ts';
import { type SocketSlack, startSocketSlack } from '../support/socket-slack.ts';
import { waitFor } from '../support/wait-for.ts';

/** The process as production starts it: what Slack sends may be anything, and ends nothing. */
let slack: SocketSlack;
let bot: RunningBot;
const signingSecret = 'not-a-secret';

async function start(env: Record<string, string>): Promise<void> {
  slack = await startSocketSlack();
  onTestFinished(() => slack.close());
  bot = await startBot(
    {
      SLACK_BOT_TOKEN: 'xoxb-not-looked-at',
      SLACK_API_URL: slack.apiUrl,
      TRANSFER_API_BASE_URL: 'http://127.0.0.1:1',
      TRANSFER_API_TOKEN: 'open-sesame',
      ...env,
    },
    'bundle',
  );
  onTestFinished(async () => {
    bot.process.kill('SIGKILL');
    await bot.ended;
  });
}

const refused = () => bot.lines.filter((line) => /"level":"warn".*refused: malformed/.test(line));
const otherLines = () =>
  bot.lines.filter((line) => !/"level":"warn".*refused: malformed|is starting|is answering|answers have/.test(line));

describe('a body that is no payload', () => {
  it('is answered with 400 and one line that quotes nothing of it, and the process lives', async () => {
    await start({ SLACK_SIGNING_SECRET: signingSecret });
    const form = (fields: Record<string, string>) =>
      signedPost(bot.requestUrl, signingSecret, new URLSearchParams(fields));
    const json = (body: unknown) => signedPost(bot.requestUrl, signingSecret, body);
    const noJson = form({ canary: 'canary' });
    const requests = [
      ...[
        null,
        5,
        'canary',
        true,
        [],
        ['canary'],
        {},
        { type: 'canary' },
        { event: null },
        { event: 'canary' },
        { event: { type: 'canary', item: 'canary' } },
      ].map(json),
      ...[{}, { canary: 'canary' }, { command: '/txn' }, { command: '/txn', txet: 'canary' }].map(form),
      ...['null', '5', '"canary"', '[]', '{}', '', '{"canary', '{"type":"block_actions","actions":[]}'].map((payload) =>
        form({ payload }),
      ),
      { ...noJson, headers: { ...noJson.headers, 'content-type': 'application/json' } },
    ];
    for (const request of requests)
      expect([request.body, await send(request)]).toEqual([request.body, { status: 400, text: '' }]);
    await waitFor(() => expect(refused()).toHaveLength(requests.length));
    expect(otherLines()).toEqual([]);
    expect(bot.lines.join('\n')).not.toContain('canary');
    expect((await fetch(`${bot.healthUrl}/readyz`)).status).toBe(200);
    const check = json({ type: 'url_verification', challenge: 'x' });
    expect(await send(check)).toEqual({ status: 200, text: '{"challenge":"x"}' });
    expect(await send(form({ ssl_check: '1' }))).toEqual({ status: 200, text: '' });
  });
});

describe('an envelope that is none', () => {
  it('is not acked and has one line that quotes nothing of it, and the process and its socket live', async () => {
    await start({ SLACK_APP_TOKEN: 'xapp-not-looked-at' });
    const acks: string[] = [];
    for (const socket of slack.sockets) socket.on('message', (ack) => acks.push(ack.toString()));
    const envelopes = [
      null,
      5,
      'canary',
      [],
      {},
      ...['events_api', 'slash_commands', 'interactive', 'canary'].flatMap((type, place) =>
        [
          {},
          { payload: null },
          { payload: 'canary' },
          { payload: {} },
          { payload: { event: { canary: 1 } } },
          { payload: { event: { type: 'canary', item: 'canary' } } },
        ].map((payload, number) => ({ envelope_id: `e${place}-${number}`, type, ...payload })),
      ),
    ];
    for (const envelope of envelopes) slack.send(envelope);
    slack.send({ envelope_id: 'last', type: 'slash_commands', payload: { command: '/bank', text: 'help' } });
    await waitFor(() => expect(acks).toEqual([expect.stringContaining('"last"')]));
    await waitFor(() => expect(refused()).toHaveLength(envelopes.length));
    expect(otherLines().filter((line) => !/"event":"audit"|"msg":"command"/.test(line))).toEqual([]);
    expect(bot.lines.join('\n')).not.toContain('canary');
    expect((await fetch(`${bot.healthUrl}/readyz`)).status).toBe(200);
    expect(slack.openCount).toBe(1);
  });
});

it('an envelope that comes twice is acked twice, and answered once', async () => {
  await start({ SLACK_APP_TOKEN: 'xapp-not-looked-at' });
  const acks: { envelope_id: string; payload: unknown }[] = [];
  for (const socket of slack.sockets) socket.on('message', (ack) => acks.push(JSON.parse(ack.toString())));
  const envelope = { envelope_id: 'e1', type: 'slash_commands', payload: { command: '/bank', text: 'help' } };
  slack.send(envelope);
  slack.send(envelope);
  slack.send({ ...envelope, envelope_id: 'e2' });
  await waitFor(() => expect(acks).toHaveLength(3));
  const lines = () => bot.lines.filter((line) => line.includes('"msg":"command"'));
  await waitFor(() => expect(lines()).toHaveLength(2));
  // Slack takes the first ack of an envelope for the answer.
  const answers = acks.filter(({ envelope_id: id }) => id === 'e1').map(({ payload }) => payload);
  expect(answers).toEqual([expect.objectContaining({ response_type: 'ephemeral' }), {}]);
});
