import { text } from 'node:stream/consumers';
import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDoors, type DoorName } from '../support/doors.ts';
import { startServer, type TestServer } from '../support/http-server.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { send, signedPost } from '../support/signed-post.ts';

/** Each door's real payload, with one field at a time missing or of another type. */
let service: SampleTransferService;
let app: RunningApp;
/** Between Slack and the bot, to see what is delivered. */
let between: TestServer;
let delivered: string;
beforeAll(async () => {
  service = await createSampleTransferService();
  const limits = { RATE_LIMIT_PER_MINUTE: '10000', RATE_LIMIT_TOTAL_PER_MINUTE: '10000' };
  app = await runApp({ transferApi: service, env: limits });
  between = await startServer(async (request, response) => {
    delivered = await text(request);
    const answer = await send(signedPost(app.requestUrl, app.slack.signingSecret, payloadIn(delivered)));
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
  });
  app.slack.deliverTo(between.url);
});
afterAll(async () => {
  await app.stop();
  await service.close();
  await between.close();
});

function payloadIn(body: string): URLSearchParams | object {
  return body.startsWith('{') ? JSON.parse(body) : new URLSearchParams(body);
}

type Fields = Record<string, unknown>;
const wrongs: ((fields: Fields, name: string) => void)[] = [
  (fields, name) => delete fields[name],
  (fields, name) => {
    fields[name] = null;
  },
  (fields, name) => {
    fields[name] = typeof fields[name] === 'object' ? 'canary' : ['canary'];
  },
];

/** The payload with one field missing or of another type: each field, some levels deep. */
function spoiled(json: string): Fields[] {
  const copies: Fields[] = [];
  const walk = (fields: Fields, path: string[]): void => {
    for (const [name, value] of Object.entries(fields)) {
      for (const spoil of wrongs) {
        const copy = JSON.parse(json);
        spoil(
          path.reduce((inner, step) => inner[step], copy),
          name,
        );
        copies.push(copy);
      }
      if (typeof value === 'object' && value !== null && path.length < 3) walk({ ...value }, [...path, name]);
    }
  };
  walk(JSON.parse(json), []);
  return copies;
}

function spoiledRequests(body: string): (URLSearchParams | object)[] {
  const payload = payloadIn(body);
  if (!(payload instanceof URLSearchParams)) return spoiled(body);
  const json = payload.get('payload');
  if (json !== null) return spoiled(json).map((fields) => new URLSearchParams({ payload: JSON.stringify(fields) }));
  return [...payload.keys()].flatMap((name) => {
    const [without, twice] = [new URLSearchParams(payload), new URLSearchParams(payload)];
    without.delete(name);
    twice.append(name, 'canary');
    return [without, twice];
  });
}

const doors: DoorName[] = [
  'command /txn',
  'action bank:run',
  'action txn:share',
  'action txn:open',
  'event app_mention',
  'event message',
  'event app_home_opened',
  'shortcut look_up_references',
  'shortcut find_bank_code',
  'options bank:pick',
  'action bank:pick',
  'view bank:post',
];

it.each(doors)(
  'a field that is missing or of another type is no bug of the bot’s, and is not quoted: %s',
  async (name) => {
    const door = createDoors({ slack: app.slack })[name];
    await door.knock({ messageId: '', viewId: '', ...(await door.prepare()) });
    await app.bot.inFlight.settled();
    const before = app.log.lines.length;
    const requests = spoiledRequests(delivered);
    const statuses = await Promise.all(
      requests.map(
        async (payload) => (await send(signedPost(app.requestUrl, app.slack.signingSecret, payload))).status,
      ),
    );
    await app.bot.inFlight.settled();
    expect(new Set(statuses)).toEqual(new Set([200, 400]));
    const lines = app.log.entries().slice(before);
    expect(lines.filter(({ outcome, message }) => outcome === 'bug' || message !== undefined)).toEqual([]);
    expect(
      lines.filter(({ level, msg }) => level === 'warn' && String(msg).endsWith('malformed payload')),
    ).toHaveLength(statuses.filter((status) => status === 400).length);
    expect(JSON.stringify(lines)).not.toContain('canary');
  },
);
