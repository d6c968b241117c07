import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { createSlackStandIn } from 'slack-sandbox';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import { createDoors, doorNames } from '../support/doors.ts';
import { startServer } from '../support/http-server.ts';
import { runApp } from '../support/run-app.ts';
import { anyJson, anyText, asked, deepJson, number, reference, slackHost, spoken } from './texts.ts';
import { bankCode } from './upstream.ts';

/** The body of a request to the bot. */
export interface Written {
  contentType: string;
  body: string;
}

/** What Slack delivers at one door. */
interface Delivery {
  door: string;
  payload: Record<string, unknown>;
}

const form = 'application/x-www-form-urlencoded';

/** A delivery of every door, with placeholders for the numbers and addresses in it. */
async function captureDeliveries(): Promise<Delivery[]> {
  const [slack, service] = [await createSlackStandIn(), await createSampleTransferService()];
  const app = await runApp({ slack, transferApi: service });
  let body = '';
  const recorder = await startServer(async (request, response) => {
    body = await text(request);
    response.end();
  });
  const deliveries: Delivery[] = [];
  for (const [person, door] of doorNames.entries()) {
    const { prepare, knock } = createDoors({ slack, userId: `U0FUZZ${person}` })[door];
    slack.deliverTo(app.requestUrl);
    const place = { messageId: '', viewId: '', ...(await prepare()) };
    await app.bot.inFlight.settled();
    slack.deliverTo(recorder.url);
    await knock(place);
    const fields = new URLSearchParams(body);
    const json =
      fields.get('payload') ?? (door.startsWith('event ') ? body : JSON.stringify(Object.fromEntries(fields)));
    deliveries.push({ door, payload: JSON.parse(withPlaceholders(json)) });
  }
  slack.forget();
  await app.stop();
  await Promise.all([slack.close(), service.close(), recorder.close()]);
  return deliveries;
}

function withPlaceholders(json: string): string {
  return json
    .replaceAll(/GARO-\w{7}/g, `FUZ-${number}`)
    .replaceAll(/\b\d{17}\b/g, `1${number}`)
    .replaceAll(/http:[^"]*\/(commands|actions|app)\/[^"]*/g, `http://${slackHost}/$1/T0SANDBOX/${number}/x`)
    .replaceAll(/"(trigger_id|message_ts|ts|event_ts)":"[^"]*"/g, `"$1":"1700000000.${number}"`)
    .replaceAll(/"event_id":"[^"]*"/g, `"event_id":"Ev${number}"`)
    .replaceAll(/"V0\w+"/g, `"V${number}"`);
}

const row = reference.map((each) => `txn ${each}`);
const rows = fc.array(row, { minLength: 1, maxLength: 25 }).map((each) => [...new Set(each)].join('\n'));
const words = fc.oneof(...Object.values(asked), spoken, row, rows, bankCode, anyText);
/** Fields that hold what a person wrote or a button carries. */
const written = /^(?:text|value|username|user_name|private_metadata|callback_id|action_id|fallback|title)$/;
const change = fc.tuple(fc.nat({ max: 40 }), fc.option(anyJson, { nil: undefined }));
const changes = fc.oneof({ weight: 9, arbitrary: fc.constant([]) }, fc.array(change, { maxLength: 3 }));

/** Deliveries of any person's with other words in them, of which one in ten lacks a value or has anything in its place. */
function varied(delivery: fc.Arbitrary<Delivery>): fc.Arbitrary<Delivery> {
  const drawn = fc.tuple(delivery, fc.nat({ max: 39 }), fc.array(fc.option(words), { minLength: 5 }), changes);
  return drawn.map(([{ door, payload }, person, texts, places]) => {
    const changesAt = new Map(places);
    let at = 0;
    const json = JSON.stringify(payload).replaceAll(/(?<="[UD])0FUZZ\d+/g, `0FUZZ${person}`);
    const copy = JSON.parse(json, (key, value) => {
      at += 1;
      if (key !== '' && changesAt.has(at)) return changesAt.get(at);
      return written.test(key) && typeof value === 'string' ? (texts[at % texts.length] ?? value) : value;
    });
    return { door, payload: copy };
  });
}

const inForm = (value: unknown) => new URLSearchParams({ payload: JSON.stringify(value) }).toString();

function write({ door, payload }: Delivery): Written {
  if (door.startsWith('event ')) return { contentType: 'application/json', body: JSON.stringify(payload) };
  if (!door.startsWith('command ')) return { contentType: form, body: inForm(payload) };
  const fields = Object.entries(payload).map(([name, value]) => [name, String(value)]);
  return { contentType: form, body: new URLSearchParams(fields).toString() };
}

/** Signed, and yet nothing that Slack sends. */
const raw = fc.record({
  contentType: fc.constantFrom('application/json', form, 'text/plain', ''),
  body: fc.oneof(
    ...[anyText, deepJson, anyJson.map((value) => JSON.stringify(value)), anyJson.map(inForm)],
    anyJson.map((value) => JSON.stringify({ type: 'event_callback', event: value })),
    fc.constantFrom('', '5', '"x"', '[]', '{}', 'null', 'payload=', 'payload=5', 'ssl_check=1'),
    fc.constant('x'.repeat(1_600_000)),
  ),
});

/** What comes to every door, from people and from nobody. */
export async function anyRequest(): Promise<fc.Arbitrary<Written>> {
  const deliveries = await captureDeliveries();
  const at = (doors: RegExp) =>
    varied(fc.constantFrom(...deliveries.filter(({ door }) => doors.test(door)))).map(write);
  return fc.oneof(
    { weight: 25, arbitrary: at(/^command/) },
    { weight: 16, arbitrary: at(/^(?:action|options|view|shortcut)/) },
    { weight: 8, arbitrary: at(/^event/) },
    raw,
  );
}
