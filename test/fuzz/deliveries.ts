import fc from 'fast-check';
import { workspace } from 'slack-sandbox';
import { describeInteraction } from 'slack-sandbox/slack/delivery/interaction.ts';
import { createDirectory } from 'slack-sandbox/slack/directory.ts';
import { clickables } from '../buttons/clickables.ts';
import { readDrawnButtons } from '../buttons/drawn-buttons.ts';
import { anyJson, anyText, asked, deepJson, number, outsideText, reference, slackUrl, spoken } from './texts.ts';
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
const thread = fc.constantFrom({}, { thread_ts: '1600000000.000100' });
const ts = `1700000000.${number}`;
const trigger = { trigger_id: `${ts}.0123456789abcdef` };
const answersAt = (path: string) => ({ response_url: `${slackUrl}/${path}/${teamId}/${number}/x` });

const command = fc
  .tuple(
    fc.oneof(
      ...Object.entries(asked).map(([name, text]) => text.map((typed) => ({ command: `/${name}`, text: typed }))),
    ),
    fc.record({ user_id: person, user_name: outsideText, channel_id: channel }),
  )
  .map(([typed, who]): Delivery => {
    const team = { team_id: teamId, api_app_id: appId, is_enterprise_install: 'false', token: 'x' };
    return { door: 'command', payload: { ...typed, ...who, ...team, ...trigger, ...answersAt('commands') } };
  });

const interaction = (type: string, fields: fc.Arbitrary<Payload>) =>
  fc.tuple(person, outsideText, fields).map(([id, name, more]): Delivery => {
    const { user, ...described } = describeInteraction(type, id, { verificationToken: 'x', directory });
    const payload = { ...described, user: { ...user, username: name, name }, ...trigger, ...more };
    return { door: 'interaction', payload };
  });

/** Where a button stands: in an answer for one person, in a message for all, in a window or in Home. */
const place = fc.oneof(
  fc.tuple(channel, fc.boolean(), thread).map(
    ([id, isEphemeral, inThread]): Payload => ({
      channel: { id, name: 'x' },
      container: { type: 'message', message_ts: ts, channel_id: id, is_ephemeral: isEphemeral, ...inThread },
      ...(isEphemeral ? {} : { message: { ts, text: 'x', ...inThread } }),
      ...answersAt('actions'),
    }),
  ),
  fc.tuple(fc.constantFrom('modal', 'home'), fc.oneof(asked.txn, asked.bank, anyText)).map(([type, value]): Payload => {
    const state = { values: { b: { 'home:paste': { type: 'plain_text_input', value } } } };
    const view = { id: `V${number}`, type, callback_id: '', private_metadata: '', blocks: [], state };
    return { container: { type: 'view', view_id: view.id }, view };
  }),
);

/** Of one version each, so that a button that is drawn since is clicked too. In place of its references stand ours. */
const drawn = clickables([...readDrawnButtons().values()]).flatMap(({ actionId, choices, values }) =>
  [...choices.map(({ value }) => value), ...values].map((value): [string, string] => [
    actionId,
    value.replaceAll(/GARO-\w{7}/g, `FUZ-${number}`).replaceAll('=txn GARO-', `=txn FUZ-${number}-`),
  ]),
);
const pairOf = (actionId: string, value: fc.Arbitrary<string>) => fc.tuple(fc.constant(actionId), value);
const ofReference = reference.map((text) => `txn ${text}`);
const action = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...drawn) },
  pairOf('txn:run:0', asked.txn),
  pairOf('tsq:run', asked.tsq),
  pairOf('bank:run:21', asked.bank),
  { weight: 3, arbitrary: pairOf('txn:more-all', fc.array(ofReference, { minLength: 1, maxLength: 25 }).map(lines)) },
  pairOf('txn:csv', fc.array(ofReference, { minLength: 1, maxLength: 25 }).map(lines)),
  pairOf('txn:open', ofReference),
  { weight: 3, arbitrary: pairOf('bank:pick', bankCode) },
  fc.tuple(fc.oneof(fc.constantFrom(...drawn.map(([id]) => id)), anyText), fc.oneof(anyText, anyJson)),
);

function lines(rows: readonly string[]): string {
  return [...new Set(rows)].join('\n');
}

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
    .tuple(
      fc.record({
        callback_id: fc.oneof({ weight: 5, arbitrary: fc.constantFrom('bank:post', 'txn:share-all') }, outsideText),
        private_metadata: fc.oneof(bankCode, anyText, fc.tuple(channel, ofReference, ofReference).map(lines)),
        state: fc.record({ values: anyJson }),
      }),
      channel,
    )
    .map(([view, where]) => ({
      view: { id: `V${number}`, type: 'modal', blocks: [], ...view },
      response_urls: [{ block_id: 'post', action_id: 'bank:conversation', channel_id: where, ...answersAt('app') }],
    })),
);
const globalShortcut = interaction('shortcut', fc.constant({ callback_id: 'find_bank_code', action_ts: ts }));
const words = fc.oneof(
  asked.txn,
  anyText,
  fc.tuple(outsideText, reference, outsideText).map((all) => all.join(' ')),
);
/** On a person's message or an alert, whose words stand anywhere. */
const messageShortcut = interaction(
  'message_action',
  fc.tuple(words, words, anyJson, channel).map(([text, title, more, id]) => {
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: title } }, more];
    const attachments = [{ fallback: title, fields: [{ title, value: text }], blocks: more }];
    return {
      ...{ callback_id: 'look_up_references', action_ts: ts, message_ts: ts, channel: { id, name: 'x' } },
      message: { type: 'message', user: 'U0OTHER', ts, text, blocks, attachments },
      ...answersAt('app'),
    };
  }),
);

const heard = fc
  .tuple(
    person,
    fc.oneof(
      fc.tuple(spoken, thread).map(([text, inThread]): Payload => {
        return { type: 'app_mention', text: `<@${botUserId}> ${text}`, channel: channelId, ...inThread };
      }),
      spoken.map((text): Payload => ({ type: 'message', channel_type: 'im', text, channel: `D${number}` })),
      fc
        .tuple(anyText, fc.constantFrom({}, { subtype: 'message_changed' }, { bot_id: 'B1' }))
        .map(([text, of]): Payload => ({ type: 'message', channel_type: 'channel', text, channel: channelId, ...of })),
      fc.constantFrom('home', 'messages').map((tab): Payload => ({ type: 'app_home_opened', tab, channel: 'D0FUZZ' })),
    ),
  )
  .map(([user, more]): Delivery => {
    const event = { user, user_team: teamId, team: teamId, ts, event_ts: ts, ...more };
    const ids = { token: 'x', team_id: teamId, api_app_id: appId, event_id: `Ev${number}`, event_time: 1_700_000_000 };
    const authorizations = [{ enterprise_id: null, team_id: teamId, user_id: botUserId, is_bot: true }];
    return { door: 'event', payload: { ...ids, type: 'event_callback', authorizations, event } };
  });

/** What a person can do at any door, with any words. */
const delivery: fc.Arbitrary<Delivery> = fc.oneof(
  { weight: 18, arbitrary: command },
  { weight: 6, arbitrary: click },
  ...[typeahead, submission, globalShortcut, messageShortcut],
  { weight: 4, arbitrary: heard },
);

/** Bolt keeps a client for each team that it hears of, and of teams there are few. */
const teams = new Set(['team', 'team_id', 'authorizations', 'is_enterprise_install', 'enterprise']);
/** A payload of Slack's of which something is missing or of another kind. */
const changed = fc
  .tuple(delivery, fc.array(fc.tuple(fc.nat({ max: 40 }), fc.option(anyJson, { nil: undefined })), { maxLength: 3 }))
  .map(([{ door, payload }, changes]): Delivery => {
    const changesAt = new Map(changes);
    let at = 0;
    const copy = JSON.parse(JSON.stringify(payload), (key, value) => {
      at += 1;
      return key === '' || teams.has(key) || !changesAt.has(at) ? value : changesAt.get(at);
    });
    return {
      door,
      payload: { ...copy, ...Object.fromEntries(Object.entries(payload).filter(([key]) => teams.has(key))) },
    };
  });

/** The body of a request, and what it says it is. */
export interface Written {
  contentType: string;
  body: string;
}

const form = 'application/x-www-form-urlencoded';
const inForm = (value: unknown) => new URLSearchParams({ payload: JSON.stringify(value) }).toString();

/** Writes it as Slack does: a command's fields as a form, an interaction's JSON in one, an event's alone. */
function written({ door, payload }: Delivery): Written {
  if (door === 'event') return { contentType: 'application/json', body: JSON.stringify(payload) };
  if (door === 'interaction') return { contentType: form, body: inForm(payload) };
  const fields = Object.entries(payload).map(([name, value]) => [name, String(value)]);
  return { contentType: form, body: new URLSearchParams(fields).toString() };
}

/** What is signed and yet nothing that Slack sends. */
const raw = fc.record({
  contentType: fc.constantFrom('application/json', form, 'text/plain', ''),
  body: fc.oneof(
    ...[anyText, deepJson, anyJson.map((value) => JSON.stringify(value)), anyJson.map(inForm)],
    anyJson.map((value) => JSON.stringify({ type: 'event_callback', event: value })),
    fc.constantFrom('', '5', '"x"', '[]', '{}', 'null', 'payload=', 'payload=5', 'ssl_check=1'),
    fc.constant('x'.repeat(1_600_000)),
  ),
});

/** Nine of ten are what people can do; the others a Slack of tomorrow sends, or nobody's fault. */
export const request: fc.Arbitrary<Written> = fc.oneof(
  { weight: 45, arbitrary: delivery.map(written) },
  { weight: 4, arbitrary: changed.map(written) },
  raw,
);
