import { existsSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import type { SlackStandIn } from 'slack-sandbox';
import { workspace } from 'slack-sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Secret } from '../src/config/secret.ts';
import { createAudit } from '../src/ops/audit.ts';
import { transactionBody, transactionRecord } from './fixtures/transaction.ts';
import { createDoors, type DoorName, doorNames } from './support/doors.ts';
import { answering, startServer } from './support/http-server.ts';
import { type RunAppOptions, runApp } from './support/run-app.ts';
import { send, signedPost } from './support/signed-post.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

/**
 * Every failure, with the log at its most talkative and nobody who takes known secrets out of it: no line holds a
 * secret or an account number, and no message what is not for its readers. What every door has words of its own for is
 * tried at every door; what is met in one place, whichever door it came by, at one door of each kind. A full disk is met
 * at every door in `ops/audit.bolt.test.ts`, with the same log.
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
  const record = { reference, ...(reference === 'GARO-5p1d6w8' && { status: 'pending' }) };
  answering(200, transactionBody(request.url?.includes('tsq') ? {} : record))(request, response);
};

interface Failure {
  mode?: RunAppOptions['mode'];
  service?: RequestListener;
  slack?: (slack: SlackStandIn) => void;
  /** Knocks at an app of its own. */
  env?: Record<string, string>;
  /** How long the service may take. */
  timeoutMs?: number;
}
const oneOfEach: readonly DoorName[] = [
  ...(['command /txn', 'command /tsq', 'event app_mention', 'event message'] as const),
  ...(['action txn:share', 'action txn:fields'] as const),
];
const isUnbrought = (slack: SlackStandIn) => {
  for (const method of ['chat.postMessage', 'views.open', 'views.update', 'views.publish'])
    slack.setFailure(method, { error: 'invalid_blocks' });
  slack.setFailure('response_url', { status: 404 });
};

const atOneOfEach: Record<string, Failure> = {
  'nothing, over a socket': { mode: 'socket' },
  ...Object.fromEntries([401, 404].map((code) => [code, { service: indiscreet(code) }])),
  HTML: { service: indiscreet(200, true) },
  'truncated JSON': { service: answering(200, transactionBody().slice(0, -5)) },
  'no answer': { service: () => {}, timeoutMs: 500 },
  'an answer that is not brought': { slack: isUnbrought },
  'a refusal': { env: { ALLOWED_USERS: 'U0SOMEBODY' } },
  'a refusal, for want of Slack': { env: {}, slack: (slack) => slack.setFailure('users.info', { status: 500 }) },
};
const failures: ({ why: string; doors: readonly DoorName[] } & Failure)[] = [
  { why: 'nothing', doors: doorNames },
  ...Object.entries(atOneOfEach).map(([why, failure]) => ({ why, doors: oneOfEach, ...failure })),
];

describe('nothing leaks', () => {
  // Slack's trigger_ids and response_urls expire by the clock, which stands still however slow the machine is.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
  afterEach(() => void vi.useRealTimers());

  it.each(failures)('by $why', async ({ mode = 'http', service, slack: spoil, env, timeoutMs, doors }) => {
    const folder = temporaryFolder();
    const auditFile = path.join(folder, 'audit.log');
    const stdout = { writeInTime: () => Promise.reject(new Error('this one has a file')) };
    const write = createAudit({ log: auditFile, hashKey: new Secret(hashKey) }, stdout);
    let listener = inTime;
    const server = await startServer((request, response) => listener(request, response));
    const options: RunAppOptions = {
      mode,
      transferApi: { baseUrl: server.url, token: transferToken },
      env: {
        TRANSFER_API_TIMEOUT_MS: String(timeoutMs ?? 2_000),
        AUDIT_HASH_KEY: hashKey,
        LOG_LEVEL: 'trace',
        STATE_DIR: path.join(folder, 'state'),
      },
      async audit(entry) {
        await write(entry);
      },
    };
    const app = await runApp(options);
    const { slack } = app;

    const prepared = [];
    for (const [index, name] of doors.entries()) {
      const door = createDoors({ slack, userId: `U0PERSON${index}` })[name];
      prepared.push({ door, place: { messageId: '', viewId: '', ...(await door.prepare()) } });
    }
    await app.bot.inFlight.settled();
    const second =
      env &&
      (await runApp({ ...options, slack, env: { ...options.env, STATE_DIR: path.join(folder, 'other'), ...env } }));
    spoil?.(slack);
    listener = service ?? inTime;
    // One by one: a busy machine would be late with the acks of fifty at once.
    for (const { door, place } of prepared) await door.knock(place);
    const apps = second ? [app, second] : [app];
    await Promise.all(apps.map(({ bot }) => bot.inFlight.settled()));

    const log = apps.flatMap(({ log: { lines } }) => lines).join('\n');
    const audit = JSON.stringify(apps.map((each) => each.audit));
    const hashedAudit = readFileSync(auditFile, 'utf8');
    const shown = JSON.stringify([slack.messages, slack.views, slack.files]);
    // With the files that were shared there; a CSV is whole, and in the asker's direct message alone.
    const forAll = JSON.stringify(
      slack.messages.filter(({ visibleTo, channelId }) => visibleTo === undefined && channelId.startsWith('C')),
    );
    expect(slack.messages.some(({ files = [], channelId }) => files.length > 0 && !channelId.startsWith('D'))).toBe(
      false,
    );
    const { handedOut } = slack;
    await Promise.all(apps.map((each) => each.stop()));
    const keptIn = (name: string) => readFileSync(path.join(folder, 'state', name), 'utf8');
    const kept = existsSync(path.join(folder, 'state/watches.json')) ? keptIn('watches.json') : '';
    await server.close();

    expect(log.split('\n').length).toBeGreaterThanOrEqual(doors.length);
    expect(handedOut.length).toBeGreaterThan(doors.length);
    const secrets = [slack.botToken, slack.appToken, slack.signingSecret, transferToken, hashKey];
    const everywhere = { log, audit, hashedAudit, shown, kept };
    for (const secret of [...secrets, ...handedOut])
      for (const [where, text] of Object.entries(everywhere))
        expect(text.includes(secret), `${where} holds ${secret}`).toBe(false);
    for (const account of accounts)
      for (const [where, text] of Object.entries({ log, audit, hashedAudit, forAll, kept }))
        expect(text.includes(account), `${where} holds ${account}`).toBe(false);
    expect(forAll).not.toContain('Jane Doe');
    expect(kept).not.toMatch(/Jane|GTBANK|\d{14}/);
    expect(log).not.toMatch(/Jane|GARO-|ZENITH|hooks|\/(?:commands|actions|app)\/T0/);
    expect(hashedAudit).not.toMatch(/GARO-|zenith/);
  });
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
      await send(request);
      await send({ ...request, headers: { ...request.headers, 'x-slack-signature': 'v0=canary' } });
      await send({ ...request, headers: { ...request.headers, 'content-type': 'text/canary' } });
    }
    await app.bot.inFlight.settled();
    expect(app.log.lines.join('\n')).not.toMatch(/canary/);
    expect(
      (await send(signedPost(requestUrl, slack.signingSecret, { type: 'url_verification', challenge: 'x' }))).status,
    ).toBe(200);
    await app.stop();
  });
});
