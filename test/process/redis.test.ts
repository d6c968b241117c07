import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from 'selfsigned';
import { directMessageOf, freePort, workspace } from 'slack-sandbox';
import { describe, expect, it, type TestContext } from 'vitest';
import type { RunningBot } from '../run-sandbox/start-bot.ts';
import { isRedisMissing, startRedis } from '../support/redis.ts';
import { send, signedPost } from '../support/signed-post.ts';
import { createStandIns, finalOf, lookUpsOf } from '../support/stand-ins.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const { personId, otherPersonId } = workspace;
const slow = 'GARO-3s1o0w1';
const quick = 'GARO-8f3k2j1';

/** Two processes with one Redis. */
async function startTwo(test: TestContext) {
  const redis = await startRedis(test);
  const standIns = await createStandIns(test);
  const { slack, start, answers } = standIns;
  const startOne = () => start('http', { REDIS_URL: redis.url });
  const [one, other] = [await startOne(), await startOne()];
  let hits = 0;
  /** Slack's delivery of one mention, signed anew each time. */
  const mention = (bot: RunningBot, eventId: string, reference: string) => {
    hits += 1;
    const event = {
      type: 'app_mention',
      user: workspace.personId,
      team: workspace.teamId,
      channel: workspace.channelId,
      ts: `1700000000.000${100 + hits}`,
      text: `<@${workspace.botUserId}> txn ${reference}`,
    };
    const payload = { type: 'event_callback', team_id: workspace.teamId, event_id: eventId, event };
    return send(
      signedPost(bot.requestUrl, slack.signingSecret, payload, Date.now() - hits * 1_000),
    );
  };
  const texts = () => finalOf([...answers()]).map(({ text }) => text);
  return { ...standIns, one, other, mention, texts };
}

const samplesOf = async ({ healthUrl }: RunningBot) => (await fetch(`${healthUrl}/metrics`)).text();
const outcomesOf = ({ lines }: RunningBot) =>
  lines.flatMap((line) => /"outcome":"(\w+)".*"msg":"command"/.exec(line)?.[1] ?? []);

it.skipIf(isRedisMissing).concurrent(
  'two processes answer a repeated delivery once, also when the first was killed',
  async (test) => {
    const { one, other, mention, texts, service } = await startTwo(test);
    await mention(one, 'Ev1', slow);
    await waitFor(() => expect(lookUpsOf(service)).toHaveLength(1));
    expect(await mention(other, 'Ev1', slow)).toMatchObject({ status: 200 });
    await waitFor(() => expect(outcomesOf(one)).toEqual(['answered']));
    // Over a kept connection that stays silent, one look-up is sent a second time.
    const sentCount = lookUpsOf(service).length;
    expect(await mention(other, 'Ev1', slow)).toMatchObject({ status: 200 });
    expect(lookUpsOf(service).length).toBe(sentCount);
    expect(outcomesOf(other)).toEqual([]);

    await mention(one, 'Ev2', slow);
    await waitFor(() => expect(lookUpsOf(service)).toHaveLength(2));
    one.process.kill('SIGKILL');
    await one.ended;
    await mention(other, 'Ev2', quick);
    await waitFor(() => expect(outcomesOf(other)).toEqual(['answered']));
    expect(texts()).toEqual(Array(2).fill(expect.stringMatching(/^✓ Successful/)));
  },
);

it.skipIf(isRedisMissing).concurrent(
  'two processes share what a thread is about and what is known',
  async (test) => {
    const { slack, one, other, answers } = await startTwo(test);
    const say = (bot: RunningBot, userId: string, text: string, threadTs: string) => {
      slack.deliverTo(bot.requestUrl);
      return slack.writeMessage({ text: `<@${workspace.botUserId}> ${text}`, userId, threadTs });
    };
    const expectLast = (text: RegExp) =>
      waitFor(() => expect(JSON.stringify(answers().at(-1) ?? '')).toMatch(text));
    const { message } = await slack.writeMessage({ text: 'a quiet day' });

    await say(one, personId, 'GARO-5p1d6w8', message.ts);
    await expectLast(/Pending/);
    await say(other, otherPersonId, 'any update?', message.ts);
    await expectLast(/`GARO-5p1d6w8`, from my last answer here.*Asked <!date.*: \*pending\*/);
    await say(other, otherPersonId, 'mine', message.ts);
    await expectLast(/`GARO-5p1d6w8` is taken until/);
    await say(one, personId, 'who is on it', message.ts);
    await expectLast(/bisi is on it.*Asked by <@U0BISI000>.*Asked by <@U0AMARA00>/);
  },
);

it.skipIf(isRedisMissing).concurrent(
  'connects to Redis over TLS, as a user with only the permissions that the README lists',
  async (test) => {
    const readme = readFileSync('src/ops/README.md', 'utf8'); // the user that the operator is told to make
    const [, name = '', rules = ''] = /`ACL SETUSER (\w+) ([^`]+)`/.exec(readme) ?? [];
    const credentials = `${name}:${/(?<=>)\w+/.exec(rules)?.[0]}`;
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
    const folder = temporaryFolder(test);
    const [certFile, keyFile] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
    writeFileSync(certFile, cert);
    writeFileSync(keyFile, key);
    const port = await freePort();
    const files = [
      '--tls-cert-file',
      certFile,
      '--tls-key-file',
      keyFile,
      '--tls-auth-clients',
      'no',
    ];
    const redis = await startRedis(test, {
      settings: ['--user', name, ...rules.split(' '), '--tls-port', String(port), ...files],
    });
    const { start, slack, answers } = await createStandIns(test);
    const urlFile = path.join(folder, 'redis-url');
    writeFileSync(urlFile, `rediss://${credentials}@localhost:${port}/0\n`);

    const env = { REDIS_URL_FILE: urlFile, NODE_EXTRA_CA_CERTS: certFile, WATCH_SCHEDULE: '1s' };
    const trusting = await start('http', env);
    await slack.sendCommand({ command: '/txn', text: quick });
    await slack.sendCommand({ command: '/txn', text: 'watch GARO-1w8t4c6' });
    await waitFor(() => expect(answers().at(-1)?.text).toMatch(/^Watching/));
    await slack.sendCommand({ command: '/txn', text: 'watching' });
    const shown = () => JSON.stringify(answers());
    await waitFor(() => expect(shown()).toContain('You watch 1 transaction'));
    await waitFor(() => expect(shown()).toContain('pending → successful'));
    expect(await samplesOf(trusting)).toMatch(/^txnbot_redis_connected 1$/m);
    const names = (await redis.keys()).map((key) =>
      key.replace(`txnbot:{${workspace.appId}:${workspace.teamId}}:`, 'own '),
    );
    expect(new Set(names.map((key) => key.split(' ')[0]))).toEqual(new Set(['own']));
    expect(names.join()).not.toContain(quick);
    expect(await redis.client.call('ACL', 'LOG')).toEqual([]);

    const doubting = await start('http', { REDIS_URL_FILE: urlFile });
    await slack.sendCommand({ command: '/txn', text: quick });
    expect(await samplesOf(doubting)).toMatch(/^txnbot_redis_connected 0$/m);
    expect(await samplesOf(doubting)).toMatch(
      /^txnbot_state_fallbacks_total\{use="limits"\} [1-9]/m,
    );
    expect((await fetch(`${doubting.healthUrl}/readyz`)).ok).toBe(true);
    expect(doubting.lines.join()).toContain(
      '"code":"DEPTH_ZERO_SELF_SIGNED_CERT","msg":"Redis is away',
    );
    await waitFor(() =>
      expect(answers().filter(({ text }) => /^✓ Successful/.test(text))).toHaveLength(2),
    );
    for (const { lines } of [trusting, doubting])
      expect(lines.join()).not.toMatch(/password|rediss:\/\/\S/);
  },
);

/** Processes that ask once a second about what is watched, with a Redis that is kept. */
async function prepare(test: TestContext) {
  const redis = await startRedis(test, { isKept: true });
  const standIns = await createStandIns(test);
  const { slack, answers } = standIns;
  const env = { REDIS_URL: redis.url, WATCH_SCHEDULE: '1s' };
  return {
    slack,
    redis,
    answers,
    start: (more: Record<string, string> = {}) => standIns.start('http', { ...env, ...more }),
    async watch(reference: string, userId: string) {
      await slack.sendCommand({ command: '/txn', text: reference, userId });
      await waitFor(() => expect(answers().at(-1)?.text).toContain(reference));
      await slack.pressButton({
        messageId: answers().at(-1)?.id ?? '',
        actionId: 'txn:watch',
        userId,
      });
      await waitFor(() => expect(answers().at(-1)?.text).toMatch(/^Watching/));
    },
    told: (userId: string) =>
      slack.messages
        .filter(
          ({ channelId, author }) => author === 'bot' && channelId === directMessageOf(userId),
        )
        .map(({ text }) => text.split(' after')[0]?.replace(/^. `.*`: /, '')),
  };
}

describe.skipIf(isRedisMissing).concurrent('watches that processes share', () => {
  it('watches are notified once by another process after the one that began them is killed', async (test) => {
    const { slack, start, watch, told } = await prepare(test);
    await start();
    const one = await start();
    await watch('GARO-1w8t4c6', personId);
    one.process.kill('SIGKILL');
    await one.ended;
    await waitFor(() => expect(told(personId)).toEqual(['pending → successful']));
    const late = await start();
    slack.deliverTo(late.requestUrl);
    await watch('GARO-5p1d6w8', otherPersonId); // the new process works, and tells nothing again
    expect(told(personId)).toEqual(['pending → successful']);
    expect(slack.breaches).toEqual([]);
  });

  it('watches go on after an outage of Redis, and none begins meanwhile', async (test) => {
    const { slack, redis, answers, start, watch, told } = await prepare(test);
    const both = [await start(), await start()];
    const references = ['GARO-1w8t4c6', 'GARO-5p1d6w8'];
    for (const reference of references) await watch(reference, personId);
    await redis.stop();
    await slack.sendCommand({ command: '/txn', text: 'watch GARO-7c4m9p2' });
    await waitFor(() =>
      expect(answers().at(-1)?.text).toMatch(/^`GARO-7c4m9p2`: Watches cannot be read or kept now/),
    );
    for (const { healthUrl } of both) expect((await fetch(`${healthUrl}/readyz`)).ok).toBe(true);
    const said = (words: string) =>
      both.flatMap(({ lines }) => lines.filter((line) => line.includes(words)));
    await waitFor(() => expect(said('this process no longer follows up')).toHaveLength(1));
    expect(said('another process follows up')).toEqual([]);
    expect(said('Redis is away (')).toHaveLength(2); // once for each process
    await redis.start();
    await waitFor(() => expect(told(personId)).toEqual(['pending → successful']));
    await watch('GARO-7c4m9p2', otherPersonId);
    await waitFor(async () => {
      await slack.sendCommand({ command: '/txn', text: 'watching' }); // until the notification is recorded
      expect(JSON.stringify(answers().at(-1)?.blocks)).toContain('You watch 1 transaction');
    });
    expect(told(personId)).toEqual(['pending → successful']);
  });
});
