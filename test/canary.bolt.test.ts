import { readdirSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Secret } from '../src/config/secret.ts';
import { createAudit } from '../src/ops/audit.ts';
import { transactionRecord } from './fixtures/transaction.ts';
import { anyTransaction } from './support/changing-service.ts';
import { createDoors, type DoorName } from './support/doors.ts';
import { answering, startServer } from './support/http-server.ts';
import { runApp } from './support/run-app.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

/**
 * What a failure may leak, with the log at its most talkative and nobody who takes known secrets
 * out of it. The stop of the app looks at the log, the metrics and every message; these look at
 * what stays on the disk as well. A refusal is met in `policy/doors.bolt.test.ts`, a full disk at
 * every door in `ops/audit.bolt.test.ts`.
 */
const hashKey = 'canary-key-2a76b9719d91';
const transferToken = 'canary-token-5d41402abc4b';
const { destinationAccountNumber, sourceAccountNumber } = transactionRecord;

/** A service that tells all it knows. */
const indiscreet: RequestListener = (request, response) => {
  const accounts = `${destinationAccountNumber},${sourceAccountNumber}`;
  const message = `${request.headers.authorization} may not see ${accounts} of Jane Doe at ${request.url}`;
  answering(200, `<h1>${message}</h1>`, { 'www-authenticate': message })(request, response);
};

const doors: readonly DoorName[] = [
  ...([
    'command /txn',
    'command /tsq',
    'event app_mention',
    'event message',
    'action txn:watch',
  ] as const),
  ...(['action txn:share', 'action txn:fields'] as const),
];

it('nothing leaks by HTML of the service', async () => {
  // Slack's trigger_ids and response_urls expire by the clock, which stands still however slow the
  // machine is.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const folder = temporaryFolder();
  const log = path.join(folder, 'audit.log');
  const stdout = { writeInTime: () => Promise.reject(new Error('this one has a file')) };
  let listener = anyTransaction();
  const server = await startServer((request, response) => listener(request, response));
  const app = await runApp({
    mode: 'socket',
    transferApi: { baseUrl: server.url, token: transferToken },
    env: {
      TRANSFER_API_TIMEOUT_MS: '2000',
      AUDIT_HASH_KEY: hashKey,
      STATE_DIR: path.join(folder, 'state'),
    },
    audit: createAudit({ log, hashKey: new Secret(hashKey) }, stdout),
  });
  const { slack } = app;
  const knocks: (() => Promise<unknown>)[] = [];
  for (const [index, name] of doors.entries())
    knocks.push(await createDoors(slack, `U0PERSON${index}`)[name]());
  await app.bot.inFlight.settled();
  listener = indiscreet;
  await Promise.all(knocks.map((knock) => knock()));
  await app.bot.inFlight.settled();
  const { botToken, appToken, signingSecret, handedOut } = slack;
  await app.stop();
  await server.close();

  const state = path.join(folder, 'state');
  const stored = [log, ...readdirSync(state).map((file) => path.join(state, file))].map((file) =>
    readFileSync(file, 'utf8'),
  );
  const secrets = [hashKey, transferToken, botToken, appToken, signingSecret, ...handedOut];
  for (const secret of [
    ...secrets,
    destinationAccountNumber,
    sourceAccountNumber,
    'Jane',
    'GTBANK',
  ])
    expect(stored.join()).not.toContain(secret);
  expect(stored[0]).not.toMatch(/GARO-|zenith/);
});
