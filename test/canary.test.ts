import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAudit } from '../src/ops/audit.ts';
import { Secret } from '../src/secret.ts';
import { transactionBody, transactionRecord } from './fixtures/transaction.ts';
import type { SlackStandIn } from './sandbox/slack/types.ts';
import { workspace } from './sandbox/slack/workspace.ts';
import { createDoors, doorNames } from './support/doors.ts';
import { answering, startServer } from './support/http-server.ts';
import { type RunAppOptions, runApp } from './support/run-app.ts';
import { send, signedPost } from './support/signed-post.ts';

/**
 * Every failure at every door, with the log at its most talkative and nobody who takes known secrets out of it: no
 * line holds a secret or an account number, and no message what is not for its readers.
 */
const transferToken = 'canary-token-5d41402abc4b';
const hashKey = 'canary-key-2a76b9719d91';
const accounts = [transactionRecord.destinationAccountNumber, transactionRecord.sourceAccountNumber];

/** A service that tells all it knows. */
const indiscreet =
  (status: number, isText = false): RequestListener =>
  (request, response) => {
    const message = `${request.headers.authorization} may not see ${accounts.join()} of Jane Doe at ${request.url}`;
    const body = isText ? `<h1>${message}</h1>` : { success: false, message, data: null };
    answering(status, body, { 'www-authenticate': message })(request, response);
  };
const inTime: RequestListener = (request, response) => {
  if (request.url?.includes('/banks'))
    return answering(200, {
      success: true,
      message: '',
      data: [
        { institutionCode: '000015', institutionName: 'ZENITH BANK PLC', category: '2' },
        ...Array.from({ length: 20 }, (_, place) => ({
          institutionCode: String(900_000 + place),
          institutionName: `SAMPLE ${place} MICROFINANCE BANK`,
          category: '3',
        })),
      ],
    })(request, response);
  const reference = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
  answering(200, transactionBody(request.url?.includes('tsq') ? {} : { reference }))(request, response);
};

interface Failure {
  why: string;
  mode?: RunAppOptions['mode'];
  service?: RequestListener;
  slack?: (slack: SlackStandIn) => void;
  /** Knocks at an app of its own. */
  env?: Record<string, string>;
  isDiskFull?: boolean;
}
const slackFails = (...where: string[]) => ({
  slack: (slack: SlackStandIn) => {
    for (const method of where) slack.setFailure(method, { error: 'invalid_blocks' });
    slack.setFailure('response_url', { status: 404 });
  },
});

const failures: Failure[] = [
  { why: 'none' },
  { why: 'none, over a socket', mode: 'socket' },
  { why: '401', service: indiscreet(401) },
  { why: '401, over a socket', mode: 'socket', service: indiscreet(401) },
  { why: '403', service: indiscreet(403) },
  { why: '404', service: indiscreet(404) },
  { why: '400', service: indiscreet(400) },
  { why: '408', service: indiscreet(408) },
  { why: '429', service: indiscreet(429) },
  { why: '500', service: indiscreet(500) },
  { why: '503', service: indiscreet(503) },
  { why: 'success: false', service: indiscreet(200) },
  { why: 'HTML', service: indiscreet(200, true) },
  { why: 'truncated JSON', service: answering(200, transactionBody().slice(0, -5)) },
  { why: 'another reference', service: answering(200, transactionBody({ reference: 'GARO-0000000' })) },
  { why: 'a reset', service: ({ socket }) => socket.resetAndDestroy() },
  { why: 'no answer', service: () => {} },
  {
    why: 'an answer that is not brought',
    ...slackFails('chat.postMessage', 'views.open', 'views.update', 'views.publish'),
  },
  { why: 'a refusal', env: { ALLOWED_USERS: 'U0SOMEBODY' } },
  { why: 'a refusal, for want of Slack', env: {}, slack: (slack) => slack.setFailure('users.info', { status: 500 }) },
  { why: 'a limit', env: { RATE_LIMIT_TOTAL_PER_MINUTE: '1' } },
  { why: 'a full disk', isDiskFull: true },
];

describe('nothing leaks', () => {
  it.concurrent.each(failures)(
    'at any door, by $why',
    async ({ mode = 'http', service, slack: spoil, env, isDiskFull }) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'txnbot-'));
      const auditFile = path.join(folder, 'audit.log');
      const write = createAudit({ log: auditFile, hashKey: new Secret(hashKey) });
      let listener = inTime;
      let isFull = false;
      const server = await startServer((request, response) => listener(request, response));
      const options: RunAppOptions = {
        mode,
        transferApi: { baseUrl: server.url, token: transferToken },
        env: { TRANSFER_API_TIMEOUT_MS: '400', AUDIT_HASH_KEY: hashKey, LOG_LEVEL: 'trace' },
        audit(entry) {
          if (isFull) throw new Error('ENOSPC');
          write(entry);
        },
      };
      const app = await runApp(options);
      const { slack } = app;

      const prepared = [];
      for (const [index, name] of doorNames.entries()) {
        const door = createDoors({ slack, userId: `U0PERSON${index}` })[name];
        prepared.push({ door, place: { messageId: '', viewId: '', ...(await door.prepare()) } });
      }
      await app.bot.inFlight.settled();
      const second = env && (await runApp({ ...options, slack, env: { ...options.env, ...env } }));
      spoil?.(slack);
      listener = service ?? inTime;
      isFull = isDiskFull === true;
      await Promise.all(prepared.map(({ door, place }) => door.knock(place)));
      const apps = second ? [app, second] : [app];
      await Promise.all(apps.map(({ bot }) => bot.inFlight.settled()));

      const log = apps.flatMap(({ log: { lines } }) => lines).join('\n');
      const audit = JSON.stringify(apps.map((each) => each.audit));
      const hashedAudit = readFileSync(auditFile, 'utf8');
      const shown = JSON.stringify([slack.messages, slack.views, slack.files]);
      const forAll = JSON.stringify([
        slack.messages.filter(({ visibleTo, channelId }) => visibleTo === undefined && channelId.startsWith('C')),
        slack.files,
      ]);
      const { handedOut } = slack;
      await Promise.all(apps.map((each) => each.stop()));
      await server.close();
      rmSync(folder, { recursive: true });

      expect(log.split('\n').length).toBeGreaterThanOrEqual(doorNames.length);
      expect(handedOut.length).toBeGreaterThan(doorNames.length);
      const secrets = [slack.botToken, slack.appToken, slack.signingSecret, transferToken, hashKey];
      const everywhere = { log, audit, hashedAudit, shown };
      for (const secret of [...secrets, ...handedOut])
        for (const [where, text] of Object.entries(everywhere))
          expect(text.includes(secret), `${where} holds ${secret}`).toBe(false);
      for (const account of accounts)
        for (const [where, text] of Object.entries({ log, audit, hashedAudit, forAll }))
          expect(text.includes(account), `${where} holds ${account}`).toBe(false);
      expect(forAll).not.toContain('Jane Doe');
      expect(log).not.toMatch(/Jane|GARO-|ZENITH|hooks|\/(?:commands|actions|app)\/T0/);
      expect(hashedAudit).not.toMatch(/GARO-|zenith/);
    },
  );
});

describe('what comes to the door', () => {
  it('is in no log line, however malformed', async () => {
    const app = await runApp({ transferApi: { baseUrl: 'http://127.0.0.1:1', token: transferToken } });
    const { slack, requestUrl } = app;
    const form = (fields: Record<string, string>) => new URLSearchParams(fields);
    const bodies = [
      form({ payload: '{"canary": not json' }),
      form({ payload: '"canary"' }),
      form({ payload: '[]' }),
      form({ canary: 'canary' }),
      form({ command: '/canary', text: 'canary', response_url: 'https://canary.example/commands/T1/2/3' }),
      form({ command: '/txn', response_url: 'no url, canary', user_id: workspace.personId, team_id: workspace.teamId }),
      { type: 'event_callback', event: { type: 'canary' }, event_id: 'canary', team_id: 'canary' },
      { type: 'event_callback', event: null, canary: true },
      { type: 'block_actions', actions: [], canary: 'canary' },
      { canary: 'canary' },
      'canary',
      [],
    ];
    for (const body of bodies) {
      const request = signedPost(requestUrl, slack.signingSecret, body);
      await Promise.race([send(request), new Promise((resolve) => setTimeout(resolve, 50))]);
      await send({ ...request, headers: { ...request.headers, 'x-slack-signature': 'v0=canary' } });
      await Promise.race([
        send({ ...request, headers: { ...request.headers, 'content-type': 'text/canary' } }),
        new Promise((resolve) => setTimeout(resolve, 50)),
      ]);
    }
    await app.bot.inFlight.settled();
    expect(app.log.lines.join('\n')).not.toMatch(/canary/);
    expect(
      (await send(signedPost(requestUrl, slack.signingSecret, { type: 'url_verification', challenge: 'x' }))).status,
    ).toBe(200);
    await app.stop();
  });

  it('gets no answer sent to a host that is not Slack’s', async () => {
    const elsewhere = await startServer(answering(200, 'ok'));
    const server = await startServer((_request, response) => setTimeout(() => response.end(transactionBody()), 2300));
    const app = await runApp({ transferApi: { baseUrl: server.url, token: transferToken } });
    const { slack, requestUrl } = app;
    const fields = { command: '/txn', text: 'GARO-8f3k2j1', user_id: workspace.personId, team_id: workspace.teamId };
    const evil = new URLSearchParams({
      ...fields,
      channel_id: workspace.channelId,
      response_url: `${elsewhere.url}/commands/T1/2/3`,
    });
    await send(signedPost(requestUrl, slack.signingSecret, evil));
    await app.bot.inFlight.settled();
    expect(elsewhere.requests).toEqual([]);
    expect(app.log.entries().at(-1)).toMatchObject({ outcome: 'undelivered', command: 'txn' });
    await app.stop();
    await Promise.all([server.close(), elsewhere.close()]);
  });
});
