import fc from 'fast-check';
import { workspace } from 'slack-sandbox';
import { describeInteraction } from 'slack-sandbox/slack/delivery/interaction.ts';
import { createDirectory } from 'slack-sandbox/slack/directory.ts';
import {
  anyJson,
  anyText,
  asked,
  deepJson,
  identifier,
  number,
  outsideText,
  reference,
  slackUrl,
  spoken,
} from './texts.ts';
import { bankCode } from './transfer-service.ts';

type Payload = Record<string, unknown>;

/** What Slack brings to the bot's door, as it is before it is written and signed. */
interface Delivery {
  door: 'command' | 'interaction' | 'event';
  payload: Payload;
}

const { teamId, appId, botUserId, channelId } = workspace;
const directory = createDirectory();
const person = fc.nat({ max: 39 }).map((place) => `U0FUZZ${place}`);
const channel = fc.constantFrom<string>(channelId, 'D0FUZZ', 'C0ELSEWHERE');
const ts = `1700000000.${number}`;
const trigger = { trigger_id: `${ts}.0123456789abcdef` };
const answersAt = (path: string) => ({ response_url: `${slackUrl}/${path}/${teamId}/${number}/x` });

const command = fc
  .record({
    asked: fc.oneof(
      ...Object.entries(asked).map(([name, text]) => fc.record({ command: fc.constant(`/${name}`), text })),
    ),
    user_id: person,
    user_name: outsideText,
    channel_id: channel,
  })
  .map(({ asked: { command, text }, ...who }): Delivery => {
    const team = { team_id: teamId, api_app_id: appId, is_enterprise_install: 'false', token: 'x' };
    return { door: 'command', payload: { command, text, ...who, ...team, ...trigger, ...answersAt('commands') } };
  });

const interaction = (type: string, fields: fc.Arbitrary<Payload>) =>
  fc.tuple(person, outsideText, fields).map(([id, name, more]): Delivery => {
    const { user, ...described } = describeInteraction(type, id, { verificationToken: 'x', directory });
    return {
      door: 'interaction',
      payload: { ...described, user: { ...user, username: name, name }, ...trigger, ...more },
    };
  });

/** Where a button stands: in an answer for one person, in a message for all, in a window or in Home. */
const place = fc.oneof(
  fc.tuple(channel, fc.boolean(), fc.boolean()).map(([id, isEphemeral, isInThread]): Payload => {
    const thread = isInThread ? { thread_ts: '1600000000.000100' } : {};
    return {
      channel: { id, name: 'x' },
      container: { type: 'message', message_ts: ts, channel_id: id, is_ephemeral: isEphemeral, ...thread },
      ...(isEphemeral ? {} : { message: { ts, text: 'x', ...thread } }),
      ...answersAt('actions'),
    };
  }),
  fc.tuple(fc.constantFrom('modal', 'home'), fc.oneof(asked.txn, asked.bank, anyText)).map(([type, value]): Payload => {
    const state = { values: { b: { 'home:paste': { type: 'plain_text_input', value } } } };
    const view = { id: `V${number}`, type, callback_id: '', private_metadata: '', blocks: [], state };
    return { container: { type: 'view', view_id: view.id }, view };
  }),
);

const card = fc
  .record(
    {
      reference,
      seen: fc.dictionary(fc.constantFrom('status', 'reversedFlag', 'amount', 'completedAt'), outsideText),
      audience: fc.constantFrom('asker', 'channel'),
      sharedBy: outsideText,
    },
    { requiredKeys: ['reference'] },
  )
  .map((drawn) => JSON.stringify(drawn));
const ofReference = reference.map((drawn) => `txn ${drawn}`);
const listed = fc
  .uniqueArray(
    fc.oneof(
      ofReference,
      identifier.map((drawn) => `tsq ${drawn}`),
    ),
    { minLength: 1, maxLength: 25 },
  )
  .map((rows) => rows.join('\n'));
const alike = <T>(value: T, ...actionIds: string[]) => Object.fromEntries(actionIds.map((each) => [each, value]));

/** Every button and select that there is, with the value it has. */
const values: Record<string, fc.Arbitrary<string>> = {
  'txn:run:0': asked.txn,
  'tsq:run': asked.tsq,
  'bank:run:21': asked.bank,
  ...alike(card, 'txn:refresh', 'txn:requery', 'txn:full', 'txn:share', 'txn:note', 'txn:fields', 'txn:watch'),
  ...alike(card, 'watch:stop:2', 'home:stop:0'),
  ...alike(ofReference, 'txn:open', 'home:again:1'),
  ...alike(listed, 'txn:csv', 'txn:watch-all', 'txn:share-all', 'txn:full-all', 'txn:more-all'),
  'txn:refresh-all': fc
    .record({ rows: listed, audience: fc.constantFrom('asker', 'channel'), sharedBy: outsideText })
    .map((drawn) => JSON.stringify(drawn)),
  'tsq:requery-all': fc
    .uniqueArray(fc.tuple(identifier, reference), { minLength: 1, maxLength: 25, selector: ([asked]) => asked })
    .map((rows) => rows.map(([asked, record]) => `tsq ${asked} ${record}`).join('\n')),
  ...alike(anyText, 'home:ask', 'bank:picker'),
  'bank:pick': bankCode,
};

/** And then some with any. */
const action = fc.oneof(
  ...Object.entries(values).map(([actionId, value]) => ({
    weight: actionId === 'txn:more-all' || actionId === 'bank:pick' ? 4 : 1, // few of their windows can share
    arbitrary: fc.tuple(fc.constant(actionId), value),
  })),
  fc.tuple(
    fc.oneof(fc.constantFrom(...Object.keys(values), 'bank:conversation', 'batch:run', 'batch:stop'), anyText),
    fc.oneof(anyText, anyJson),
  ),
);

const click = interaction(
  'block_actions',
  fc.tuple(place, action).map(([where, [action_id, value]]) => {
    const selected_option = { text: { type: 'plain_text', text: 'x' }, value };
    return { ...where, actions: [{ type: 'button', block_id: 'b', action_ts: ts, action_id, value, selected_option }] };
  }),
);

const typeahead = interaction(
  'block_suggestion',
  fc
    .tuple(place, asked.bank)
    .map(([where, value]) => ({ ...where, action_id: 'bank:pick', block_id: 'search', value })),
);

const submission = interaction(
  'view_submission',
  fc
    .record({
      callback_id: fc.oneof({ weight: 5, arbitrary: fc.constantFrom('bank:post', 'txn:share-all') }, outsideText),
      private_metadata: fc.oneof(
        bankCode,
        anyText,
        fc.tuple(channel, listed).map((lines) => lines.join('\n')),
      ),
      state: fc.record({ values: anyJson }),
      where: channel,
    })
    .map(({ where, ...view }) => ({
      view: { id: `V${number}`, type: 'modal', blocks: [], ...view },
      response_urls: [{ block_id: 'post', action_id: 'bank:conversation', channel_id: where, ...answersAt('app') }],
    })),
);

const globalShortcut = interaction(
  'shortcut',
  fc.record({
    callback_id: fc.oneof({ weight: 4, arbitrary: fc.constant('find_bank_code') }, outsideText),
    action_ts: fc.constant(ts),
  }),
);

const words = fc.oneof(
  asked.txn,
  anyText,
  fc.tuple(outsideText, reference, outsideText).map((parts) => parts.join(' ')),
);
/** On a person's message or an alert, whose words stand anywhere. */
const messageShortcut = interaction(
  'message_action',
  fc
    .record({ text: words, title: words, blocks: anyJson, more: anyJson, id: channel })
    .map(({ text, title, blocks, more, id }) => ({
      callback_id: 'look_up_references',
      action_ts: ts,
      message_ts: ts,
      channel: { id, name: 'x' },
      message: {
        type: 'message',
        user: 'U0OTHER',
        ts,
        text,
        blocks: [{ type: 'section', text: { type: 'mrkdwn', text: title } }, blocks],
        attachments: [{ fallback: title, fields: [{ title, value: text }], blocks: more }],
      },
      ...answersAt('app'),
    })),
);

const event = (fields: fc.Arbitrary<Payload>) =>
  fc.tuple(person, fields).map(
    ([user, more]): Delivery => ({
      door: 'event',
      payload: {
        token: 'x',
        team_id: teamId,
        api_app_id: appId,
        type: 'event_callback',
        event_id: `Ev${number}`,
        event_time: 1_700_000_000,
        authorizations: [{ enterprise_id: null, team_id: teamId, user_id: botUserId, is_bot: true }],
        is_ext_shared_channel: false,
        event: { user, user_team: teamId, team: teamId, ts, event_ts: ts, ...more },
      },
    }),
  );

const heard = event(
  fc.oneof(
    fc.tuple(spoken, fc.constantFrom({}, { thread_ts: '1600000000.000100' })).map(
      ([said, thread]): Payload => ({
        type: 'app_mention',
        text: `<@${botUserId}> ${said}`,
        channel: channelId,
        ...thread,
      }),
    ),
    spoken.map((text): Payload => ({ type: 'message', channel_type: 'im', text, channel: `D${number}` })),
    fc
      .tuple(anyText, fc.constantFrom({}, { subtype: 'message_changed' }, { bot_id: 'B1' }))
      .map(
        ([text, more]): Payload => ({ type: 'message', channel_type: 'channel', text, channel: channelId, ...more }),
      ),
    fc.constantFrom('home', 'messages').map((tab): Payload => ({ type: 'app_home_opened', tab, channel: 'D0FUZZ' })),
  ),
);

/** What a person can do at any door, with whatever words. */
const delivery: fc.Arbitrary<Delivery> = fc.oneof(
  { weight: 18, arbitrary: command },
  { weight: 6, arbitrary: click },
  typeahead,
  submission,
  globalShortcut,
  messageShortcut,
  { weight: 4, arbitrary: heard },
);

/** Bolt keeps a client for each team that it hears of, and of teams there are few. */
const teams = new Set(['team', 'team_id', 'authorizations', 'is_enterprise_install', 'enterprise']);
/** A payload of Slack's of which something is missing or of another kind. */
const changed = fc
  .tuple(
    delivery,
    fc.array(fc.tuple(fc.nat({ max: 40 }), fc.option(anyJson, { nil: undefined })), { minLength: 1, maxLength: 3 }),
  )
  .map(([{ door, payload }, changes]): Delivery => {
    const changesAt = new Map(changes);
    let place = 0;
    const copy = JSON.parse(JSON.stringify(payload), (key, value) => {
      place += 1;
      return key === '' || teams.has(key) || !changesAt.has(place) ? value : changesAt.get(place);
    });
    const kept = Object.entries(payload).filter(([key]) => teams.has(key));
    return { door, payload: { ...copy, ...Object.fromEntries(kept) } };
  });

/** The body of a request, and what it says it is. */
export interface Written {
  contentType: string;
  body: string;
}

const form = 'application/x-www-form-urlencoded';

/** Writes it as Slack does: a command's fields as a form, an interaction's JSON in one, an event's alone. */
function written({ door, payload }: Delivery): Written {
  if (door === 'event') return { contentType: 'application/json', body: JSON.stringify(payload) };
  const fields = door === 'interaction' ? { payload } : payload;
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return { contentType: form, body: new URLSearchParams(texts).toString() };
}

/** What is signed and yet nothing that Slack sends. */
const raw: fc.Arbitrary<Written> = fc.record({
  contentType: fc.constantFrom('application/json', form, 'text/plain', ''),
  body: fc.oneof(
    anyText,
    deepJson,
    anyJson.map((value) => JSON.stringify(value)),
    anyJson.map((value) => new URLSearchParams({ payload: JSON.stringify(value) }).toString()),
    anyJson.map((value) => JSON.stringify({ type: 'event_callback', event: value })),
    fc.constantFrom(
      '',
      '5',
      '"x"',
      '[]',
      '{}',
      'null',
      'payload=null',
      'payload=',
      'payload=5',
      'ssl_check=1',
      'x'.repeat(1_600_000),
    ),
  ),
});

/** Nine of ten are what people can do; the others a Slack of tomorrow sends, or nobody's fault. */
export const request: fc.Arbitrary<Written> = fc.oneof(
  { weight: 45, arbitrary: delivery.map(written) },
  { weight: 4, arbitrary: changed.map(written) },
  raw,
);

/** Another app talks in a channel: it leaves no trace but that it has been heard. */
export const gossip: Written = written({
  door: 'event',
  payload: {
    type: 'event_callback',
    event_id: `EvG${number}`,
    team_id: teamId,
    event: { type: 'message', channel_type: 'channel', channel: channelId, bot_id: 'B1', text: 'x' },
  },
});
