import fc from 'fast-check';
import { workspace } from 'slack-sandbox';
import { anyJson } from './json.ts';
import { bankText, identifier, reference, spoken, tsqText, txnText } from './questions.ts';
import { anyText, number, outsideText, type Stamp, slackUrl, stamped } from './texts.ts';
import { bankCode } from './transfer-service.ts';

/** What Slack brings to the bot's door, as it is before it is written and signed. */
export interface Delivery {
  door: 'slash_command' | 'interaction' | 'event';
  payload: Record<string, unknown>;
}

const { teamId, appId, botUserId, channelId } = workspace;
const people = Array.from({ length: 40 }, (_, place) => `U0FUZZ${place}`);
const person = fc.constantFrom(...people);
const trigger = `1700000000.${number}.0123456789abcdef`;
const ts = `1700000000.${number}`;

const channel = fc.constantFrom<string>(channelId, 'D0FUZZ', 'C0ELSEWHERE');

const command: fc.Arbitrary<Delivery> = fc
  .record({
    asked: fc.oneof(
      fc.record({ command: fc.constant('/txn'), text: txnText }),
      fc.record({ command: fc.constant('/tsq'), text: tsqText }),
      fc.record({ command: fc.constant('/bank'), text: bankText }),
    ),
    userId: person,
    userName: outsideText,
    channel,
  })
  .map(({ asked, userId, userName, channel: where }) => ({
    door: 'slash_command',
    payload: {
      ...asked,
      token: 'x',
      team_id: teamId,
      user_id: userId,
      user_name: userName,
      channel_id: where,
      channel_name: userName,
      api_app_id: appId,
      is_enterprise_install: 'false',
      response_url: `${slackUrl}/commands/${teamId}/${number}/x`,
      trigger_id: trigger,
    },
  }));

const whoAsks = fc.tuple(person, outsideText).map(([id, name]) => ({ id, username: name, name, team_id: teamId }));

const interaction = (type: string, fields: fc.Arbitrary<object>): fc.Arbitrary<Delivery> =>
  fc.tuple(whoAsks, fields).map(([user, more]) => ({
    door: 'interaction',
    payload: {
      type,
      user,
      api_app_id: appId,
      token: 'x',
      team: { id: teamId, domain: 'sandbox' },
      enterprise: null,
      is_enterprise_install: false,
      trigger_id: trigger,
      ...more,
    },
  }));

/** Where a button stands: in an answer for one person, in a message for all, in a window or in Home. */
const place = fc.oneof(
  fc.tuple(channel, fc.boolean(), fc.boolean()).map(([id, isEphemeral, isInThread]) => {
    const thread = isInThread ? { thread_ts: '1600000000.000100' } : {};
    return {
      channel: { id, name: 'x' },
      container: { type: 'message', message_ts: ts, channel_id: id, is_ephemeral: isEphemeral, ...thread },
      ...(isEphemeral ? {} : { message: { ts, text: 'x', ...thread } }),
      response_url: `${slackUrl}/actions/${teamId}/${number}/x`,
    };
  }),
  fc.tuple(fc.constantFrom('modal', 'home'), fc.oneof(txnText, bankText, anyText)).map(([type, value]) => {
    const state = { values: { b: { 'home:paste': { type: 'plain_text_input', value } } } };
    return {
      container: { type: 'view', view_id: `V${number}` },
      view: { id: `V${number}`, type, callback_id: '', private_metadata: '', blocks: [], state },
    };
  }),
);

const cardOf = (more: fc.Arbitrary<object>) =>
  fc.tuple(reference, more).map(([asked, rest]) => JSON.stringify({ reference: asked, ...rest }));
const refreshed = fc.record({
  seen: fc.dictionary(fc.constantFrom('status', 'reversedFlag', 'amount', 'completedAt'), outsideText, { maxKeys: 3 }),
  audience: fc.constantFrom('asker', 'channel'),
  sharedBy: outsideText,
});
const listed = fc
  .array(
    fc.oneof(
      reference.map((asked) => `txn ${asked}`),
      identifier.map((asked) => `tsq ${asked}`),
    ),
    { minLength: 1, maxLength: 25 },
  )
  .map((rows) => [...new Set(rows)].join('\n'));

const button = (actionId: string, value: fc.Arbitrary<string>) =>
  value.map((text) => ({ action_id: actionId, value: text }));
const select = (actionId: string, value: fc.Arbitrary<string>) =>
  value.map((text) => ({
    action_id: actionId,
    selected_option: { text: { type: 'plain_text', text: 'x' }, value: text },
  }));

/** Every button and select that there is, with the value it has, and then some with any. */
const action = fc.oneof(
  button('txn:run:0', txnText),
  button('tsq:run', tsqText),
  button('bank:run:21', bankText),
  button('txn:refresh', cardOf(refreshed)),
  ...['txn:requery', 'txn:full', 'txn:share', 'txn:note', 'txn:fields', 'txn:watch', 'watch:stop:2', 'home:stop:0'].map(
    (actionId) => button(actionId, cardOf(fc.constant({}))),
  ),
  select(
    'txn:open',
    reference.map((asked) => `txn ${asked}`),
  ),
  button('home:ask', anyText),
  button(
    'home:again:1',
    reference.map((asked) => `txn ${asked}`),
  ),
  // Few of the windows of More… can share.
  ...['csv', 'watch-all', 'share-all', 'full-all', 'more-all', 'more-all', 'more-all', 'more-all'].map((verb) =>
    button(`txn:${verb}`, listed),
  ),
  button(
    'txn:refresh-all',
    fc
      .record({ rows: listed, audience: fc.constantFrom('asker', 'channel'), sharedBy: outsideText })
      .map((drawn) => JSON.stringify(drawn)),
  ),
  button(
    'tsq:requery-all',
    fc
      .uniqueArray(fc.tuple(identifier, reference), { minLength: 1, maxLength: 25, selector: ([asked]) => asked })
      .map((rows) => rows.map(([asked, record]) => `tsq ${asked} ${record}`).join('\n')),
  ),
  button('bank:picker', anyText),
  select('bank:pick', bankCode),
  fc.record({
    action_id: fc.oneof(
      fc.constantFrom(
        ...['txn:refresh', 'txn:share', 'txn:open', 'txn:csv', 'bank:pick', 'bank:run', 'bank:conversation'],
        ...['txn:refresh-all', 'txn:share-all', 'tsq:requery-all'],
      ),
      anyText,
    ),
    value: fc.oneof(anyText, anyJson, cardOf(fc.dictionary(outsideText, anyJson, { maxKeys: 3 }))),
    selected_option: fc.oneof(fc.record({ value: anyText }), anyJson),
  }),
);

const click = interaction(
  'block_actions',
  fc.tuple(place, action).map(([where, pressed]) => ({
    ...where,
    actions: [{ type: 'button', block_id: 'b', action_ts: ts, ...pressed }],
  })),
);

const typeahead = interaction(
  'block_suggestion',
  fc.tuple(place, bankText).map(([where, value]) => ({ ...where, action_id: 'bank:pick', block_id: 'search', value })),
);

const submission = interaction(
  'view_submission',
  fc
    .record({
      callback: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom('bank:post', 'txn:share-all') },
        { weight: 1, arbitrary: outsideText },
      ),
      metadata: fc.oneof(
        bankCode,
        anyText,
        fc.tuple(channel, listed).map((lines) => lines.join('\n')),
      ),
      values: anyJson,
      where: channel,
    })
    .map(({ callback, metadata, values, where }) => ({
      view: {
        id: `V${number}`,
        type: 'modal',
        callback_id: callback,
        private_metadata: metadata,
        blocks: [],
        state: { values },
      },
      response_urls: [
        {
          block_id: 'post',
          action_id: 'bank:conversation',
          channel_id: where,
          response_url: `${slackUrl}/app/x/${number}/x`,
        },
      ],
    })),
);

const globalShortcut = interaction(
  'shortcut',
  fc
    .oneof({ weight: 4, arbitrary: fc.constant('find_bank_code') }, { weight: 1, arbitrary: outsideText })
    .map((callback) => ({ callback_id: callback, action_ts: ts })),
);

const words = fc.oneof(
  txnText,
  anyText,
  fc.tuple(outsideText, reference, outsideText).map((parts) => parts.join(' ')),
);
/** A person's message or an alert, whose words stand anywhere. */
const message = fc
  .record({ text: words, blocks: anyJson, more: anyJson, title: words })
  .map(({ text, blocks, more, title }) => ({
    type: 'message',
    user: 'U0OTHER',
    ts,
    text,
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: title } }, blocks],
    attachments: [{ fallback: title, fields: [{ title, value: text }], blocks: more }],
  }));

const messageShortcut = interaction(
  'message_action',
  fc.tuple(message, channel).map(([said, id]) => ({
    callback_id: 'look_up_references',
    action_ts: ts,
    message_ts: ts,
    channel: { id, name: 'x' },
    message: said,
    response_url: `${slackUrl}/app/${teamId}/${number}/x`,
  })),
);

const event = (fields: fc.Arbitrary<object>): fc.Arbitrary<Delivery> =>
  fc.tuple(person, fields).map(([user, more]) => ({
    door: 'event',
    payload: {
      token: 'x',
      team_id: teamId,
      api_app_id: appId,
      type: 'event_callback',
      event_id: `Ev${number}`,
      event_time: 1_700_000_000,
      authorizations: [
        { enterprise_id: null, team_id: teamId, user_id: botUserId, is_bot: true, is_enterprise_install: false },
      ],
      is_ext_shared_channel: false,
      event: { user, user_team: teamId, team: teamId, ts, event_ts: ts, ...more },
    },
  }));

const mention = event(
  fc.tuple(spoken, fc.constantFrom('', '1600000000.000100')).map(([said, thread]) => ({
    type: 'app_mention',
    text: `<@${botUserId}> ${said}`,
    channel: channelId,
    ...(thread === '' ? {} : { thread_ts: thread }),
  })),
);
const directMessage = event(
  spoken.map((text) => ({ type: 'message', channel_type: 'im', text, channel: `D${number}` })),
);
const talk = event(
  fc.tuple(anyText, fc.constantFrom({}, { subtype: 'message_changed' }, { bot_id: 'B1' })).map(([text, more]) => ({
    type: 'message',
    channel_type: 'channel',
    text,
    channel: channelId,
    ...more,
  })),
);
const homeOpened = event(
  fc.constantFrom('home', 'messages').map((tab) => ({ type: 'app_home_opened', tab, channel: 'D0FUZZ' })),
);

/** What a person can do at any door, with whatever words. */
export const delivery: fc.Arbitrary<Delivery> = fc.oneof(
  { weight: 18, arbitrary: command },
  { weight: 6, arbitrary: click },
  { weight: 1, arbitrary: typeahead },
  { weight: 1, arbitrary: submission },
  { weight: 1, arbitrary: globalShortcut },
  { weight: 1, arbitrary: messageShortcut },
  { weight: 1, arbitrary: mention },
  { weight: 1, arbitrary: directMessage },
  { weight: 1, arbitrary: talk },
  { weight: 1, arbitrary: homeOpened },
);

/** The body of a request, and what it says it is. */
export interface Written {
  contentType: string;
  body: string;
}

/** Writes it as Slack does: a command's fields as a form, an interaction's JSON in one, an event's alone. */
export function written({ door, payload }: Delivery, stamp: Stamp): Written {
  const json = stamped(JSON.stringify(payload), stamp);
  if (door === 'event') return { contentType: 'application/json', body: json };
  const fields: Record<string, unknown> = door === 'interaction' ? { payload: json } : JSON.parse(json);
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    for (const text of Array.isArray(value) ? value : [value])
      form.append(name, typeof text === 'string' ? text : JSON.stringify(text));
  return { contentType: 'application/x-www-form-urlencoded', body: form.toString() };
}

/** Another app talks in a channel: it leaves no trace but that it has been heard. */
export const gossip: Delivery = {
  door: 'event',
  payload: {
    type: 'event_callback',
    event_id: `EvG${number}`,
    team_id: teamId,
    event: { type: 'message', channel_type: 'channel', channel: channelId, bot_id: 'B1', text: 'x' },
  },
};
