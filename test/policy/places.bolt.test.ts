import { createSlackStandIn, directMessageOf, type SlackStandIn, workspace } from 'slack-sandbox';
import {
  createSampleTransferService,
  type SampleTransferService,
} from 'slack-sandbox/transfer-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchSlack } from '../support/changes.ts';
import { createDoors, type DoorName, doorNames } from '../support/doors.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';
import { waitFor } from '../support/wait-for.ts';

/**
 * Who reads what comes of each door, in each place: the rule itself is tried in `policy.test.ts`.
 * Everybody prepares in a channel of our own, and knocks at the app of the place, which has asked
 * Slack of no other.
 */
const { channelId, personId } = workspace;
const places = {
  'of our own': {},
  'that another organisation shares': { info: { is_ext_shared: true } },
  'of which Slack does not say who reads it': {
    info: { is_shared: undefined, is_ext_shared: undefined },
  },
  'that the bot is not in': { failure: { error: 'channel_not_found' } },
} satisfies Record<string, { info?: object; failure?: { error: string } }>;
type PlaceName = keyof typeof places;
const isPlace = (name: string): name is PlaceName => name in places;
const placeNames = Object.keys(places).filter(isPlace);
const closed = placeNames.filter((name) => name !== 'of our own');

/** Buttons of a message that everybody reads: the door that posts it, and which is pressed. */
const onPosted = {
  'txn:refresh of a shared card': ['action txn:share', 'txn:refresh'],
  'txn:full of a shared card': ['action txn:share', 'txn:full'],
  'txn:watch of a shared card': ['action txn:share', 'txn:watch'],
  'tsq:refresh of a shared requery': ['action tsq:share', 'tsq:refresh'],
  'txn:check-all of a shared table': ['view txn:share-all', 'txn:check-all'],
  'txn:more-all of a shared table': ['view txn:share-all', 'txn:more-all'],
  'txn:refresh of an answered mention': ['event app_mention', 'txn:refresh'],
} satisfies Record<string, [DoorName, string]>;
type Way = DoorName | keyof typeof onPosted;
const isOnPosted = (way: string): way is keyof typeof onPosted => way in onPosted;
const waysOnPosted = Object.keys(onPosted).filter(isOnPosted);

/** Whatever everybody reads of, in a channel of our own; all else is for one. */
const posting = new Set<Way>([
  'event app_mention',
  'action txn:share',
  'action tsq:share',
  'view txn:share-all',
  'view bank:post',
  'txn:refresh of a shared card',
  'tsq:refresh of a shared requery',
  'txn:check-all of a shared table',
  'txn:refresh of an answered mention',
]);
const customer = /Jane|0123456789|0001479098|Garo Enterprise|Ada Eze|0690012345|Rent for/;

let slack: SlackStandIn;
let service: SampleTransferService;
const apps = new Map<PlaceName, RunningApp>();
beforeAll(async () => {
  slack = await createSlackStandIn();
  service = await createSampleTransferService();
  slack.setPerson(guestId, { info: { is_restricted: true } });
  for (const name of placeNames) apps.set(name, await runApp({ slack, transferApi: service }));
});
afterAll(async () => {
  await Promise.all([...apps.values()].map((app) => app.stop()));
  await slack.close();
  await service.close();
});
const appOf = (name: PlaceName) => apps.get(name) ?? expect.fail(`There is no app ${name}.`);
const isForAll = ({ author, visibleTo, channelId: id }: SlackStandIn['messages'][number]) =>
  author === 'bot' && visibleTo === undefined && id === channelId;

type Who = 'who asked' | 'another' | 'a guest';
const guestId = 'U0GUEST00';

let people = 0;
/** Goes one way in a place. @returns what everybody reads of it, who else reads what, and the log */
async function go(way: Way, where: PlaceName, who: Who) {
  people += 1;
  const userId = `U0READER${people}`;
  const ours = appOf('of our own');
  slack.deliverTo(ours.requestUrl);
  const [door, actionId] = isOnPosted(way) ? onPosted[way] : [way, undefined];
  let knock = await createDoors(slack, userId)[door]();
  if (actionId !== undefined) {
    await knock();
    await ours.bot.inFlight.settled();
    const messageId = slack.messages.findLast(isForAll)?.id ?? '';
    const pressers = { 'who asked': userId, another: personId, 'a guest': guestId };
    knock = () => slack.pressButton({ messageId, actionId, userId: pressers[who] });
  }
  await ours.bot.inFlight.settled();

  const { bot, log, requestUrl } = appOf(where);
  const place: { info?: object; failure?: { error: string } } = places[where];
  slack.setChannel(channelId, { ...place.info });
  slack.setFailure('conversations.info', place.failure);
  slack.deliverTo(requestUrl);
  const changes = watchSlack(slack);
  const before = log.lines.length;
  try {
    await knock();
    await waitFor(() => expect(log.lines.length).toBeGreaterThan(before));
    await bot.inFlight.settled();
  } finally {
    slack.setChannel(channelId, {});
    slack.setFailure('conversations.info', undefined);
  }

  const { messages, views } = changes();
  const posted = messages.filter(isForAll);
  const readers = [
    ...messages
      .filter((each) => !isForAll(each))
      .map(({ visibleTo, channelId: id }) => visibleTo ?? id),
    ...views.map((view) => view.userId),
  ];
  // A list of somebody before may still go on, in the direct message of its owner.
  const earlier = Array.from({ length: people }, (_, at) => directMessageOf(`U0READER${at}`));
  const theirs = [userId, personId, guestId].flatMap((id) => [id, directMessageOf(id)]);
  return {
    messages,
    posted,
    strangers: readers.filter((reader) => ![...theirs, ...earlier].includes(reader)),
    outcomes: log
      .entries()
      .slice(before)
      .filter(({ msg }) => msg === 'command'),
  };
}

it.each([
  ...doorNames.map((door) => [door, 'who asked'] as const),
  ...waysOnPosted.flatMap((way) => [[way, 'who asked'] as const, [way, 'another'] as const]),
])(
  'in a channel of our own, the answer to %s by %s is masked if others read it',
  async (way, who) => {
    const { posted, strangers } = await go(way, 'of our own', who);
    expect(strangers).toEqual([]);
    expect(posted).toHaveLength(posting.has(way) ? 1 : 0);
    expect(JSON.stringify(posted)).not.toMatch(customer);
  },
);

const closedWays: [Way, PlaceName, Who][] = [...posting].flatMap((way) =>
  closed.map((place): [Way, PlaceName, 'another'] => [way, place, 'another']),
);
it.each(closedWays)('the answer to %s is not posted in a channel %s', async (way, where, who) => {
  const { posted, strangers, outcomes } = await go(way, where, who);
  expect(posted).toEqual([]);
  expect(strangers).toEqual([]);
  const isShare = /share$|share-all$|post$/.test(way);
  expect(outcomes).toMatchObject([
    isShare ? { outcome: 'refused', rule: 'shared_channel' } : { outcome: 'answered' },
  ]);
});

it.each(waysOnPosted)('a guest in a channel of our own gets no answer to %s', async (way) => {
  const { messages, posted, outcomes } = await go(way, 'of our own', 'a guest');
  expect(posted).toEqual([]);
  expect(outcomes).toMatchObject([{ outcome: 'refused', rule: 'guest' }]);
  expect(JSON.stringify(messages)).not.toMatch(/GARO-|Successful|••/);
});
