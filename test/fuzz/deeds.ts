import fc from 'fast-check';
import { directMessageOf, type SlackStandIn, workspace } from 'slack-sandbox';
import { expect } from 'vitest';
import { bankQuestions, pastes } from '../fixtures/json-lines.ts';
import { clickables } from '../support/clickables.ts';
import { anyJson, anyText, deepJson, jsonText, outsideText } from './texts.ts';

/** What the transfer service knows. */
const known = fc.stringMatching(/^TRF-\d{7}$/);
const odd = fc.tuple(known, outsideText).map((parts) => parts.join('-').replace(/[\s,;]+/g, ''));
const reference = fc.oneof(known, known, known, odd);
const identifier = fc.stringMatching(/^1\d{7}(77|5550001)?$/);
const asked = fc.oneof(
  reference,
  reference,
  reference,
  reference,
  reference,
  identifier,
  identifier,
  anyText,
  fc.array(reference, { minLength: 2, maxLength: 40 }).map((all) => all.join(' ')),
  fc.constantFrom(...pastes.map(({ text }) => text)),
  fc.constantFrom('microfinance', 'mfb', ...bankQuestions.map(({ typed }) => typed)),
  fc.constantFrom(
    '',
    'help',
    '?',
    '..',
    '%2e%2e',
    '/',
    '\ud800',
    'watching',
    'watch zq',
    '1'.repeat(41),
  ),
);
/** Mostly nothing, else a command or a slip of the finger. */
const begun = fc.constantFrom(
  '',
  '',
  '',
  '',
  '',
  '',
  'txn ',
  'txn watch ',
  '/tsq ',
  'bank ',
  'tnx ',
  'help ',
);
const intent = fc.record({
  text: fc.tuple(begun, asked).map((words) => words.join('')),
  userId: fc.nat({ max: 39 }).map((person) => `U0FUZZ${person}`),
  /** A direct message of its own shows whether a command in it is answered. */
  channelId: fc.oneof(fc.constant<string>(workspace.channelId), fc.stringMatching(/^D\d{9}$/)),
  /** With which of what is on the screen. */
  choice: fc.nat({ max: 5_000 }),
});
type Intent = typeof intent extends fc.Arbitrary<infer Each> ? Each : never;
type Act = (slack: SlackStandIn, intent: Intent) => Promise<unknown>;

/** Uses something on the person's screen: of what the bot wrote last, or in their window. */
async function use(slack: SlackStandIn, { text, userId, choice }: Intent): Promise<unknown> {
  const views = slack.views.filter((view) => view.userId === userId);
  const {
    id: viewId = '',
    submit,
    blocks,
  } = views.findLast(({ type }) => type === 'modal') ?? views[0] ?? {};
  if (submit !== undefined && choice % 8 === 0) return slack.submitView({ viewId, userId });
  const messages = slack.messages
    .slice(-80)
    .filter(({ visibleTo }) => [undefined, userId].includes(visibleTo));
  const inMessages = messages.flatMap((each) =>
    clickables(each.blocks).map((found) => ({ ...found, messageId: each.id })),
  );
  const inView = clickables(blocks).map((found) => ({ ...found, viewId }));
  const all = inView.length > 0 && choice % 2 === 0 ? inView : inMessages;
  const chosen = {
    ...(all.at(-1 - (choice % all.length)) ?? expect.fail('nothing to use')),
    userId,
  };
  if (chosen.type === 'button') return slack.pressButton(chosen);
  if (chosen.type === 'plain_text_input')
    return slack.typeText({ ...chosen, viewId, text: text.slice(0, 3_000) });
  const found =
    chosen.type === 'external_select'
      ? await slack.typeahead({ ...chosen, value: text })
      : undefined;
  const value = found?.options[0]?.value ?? chosen.values[choice % chosen.values.length] ?? '';
  const option =
    chosen.type === 'conversations_select'
      ? { conversation: workspace.channelId }
      : { text: '', value };
  return slack.select({ ...chosen, option });
}
/** What they use may be gone by then, or lack what must be filled in. */
const useScreen: Act = (slack, intent) => use(slack, intent).catch(() => {});

const sendList: Act = (slack, { text }) => {
  const files = [{ name: 'list.csv', content: `Reference\n${text.replaceAll(' ', '\n')}` }];
  return slack.writeMessage({ text: '', channelId: workspace.directMessageId, files });
};
const lookUpAlert: Act = async (slack, { text, userId }) => {
  const { message } = await slack.writeMessage({ text, author: 'bot' });
  await slack.runMessageShortcut({
    callbackId: 'look_up_references',
    messageId: message.id,
    userId,
  });
};
const acts: Act[] = [
  (slack, words) => slack.sendCommand({ command: '/txn', ...words }),
  (slack, words) => slack.sendCommand({ command: '/tsq', ...words }),
  (slack, words) => slack.sendCommand({ command: '/bank', ...words }),
  (slack, { text, userId }) =>
    slack.writeMessage({ text, userId, channelId: directMessageOf(userId) }),
  (slack, { text, userId }) =>
    slack.writeMessage({ text: `<@${workspace.botUserId}> ${text}`, userId }),
  (slack, { userId }) => slack.openHome({ userId }),
  (slack, { userId }) => slack.runGlobalShortcut({ callbackId: 'find_bank_code', userId }),
  sendList,
  lookUpAlert,
  useScreen,
  useScreen,
  useScreen,
  useScreen,
  useScreen,
];
/** What one person does at a door of the bot's, or with what is on the screen. */
export const deed = fc.tuple(fc.constantFrom(...acts), intent);

/** Signed, and yet nothing that Slack sends. */
const strange = fc.oneof(
  anyText,
  deepJson,
  jsonText,
  jsonText.map((json) => `payload=${encodeURIComponent(json)}`),
  jsonText.map((json) => `{"type":"event_callback","event":${json}}`),
  fc.constant('x'.repeat(1_600_000)),
  fc.constantFrom('', '5', '"x"', '[]', '{}', 'null', 'payload=', 'payload=5', 'ssl_check=1'),
);
/** By their places in a body: what stands there instead, if anything. */
const changes = fc.sparseArray(fc.option(anyJson, { nil: undefined }), {
  maxLength: 40,
  maxNumElements: 3,
});
/**
 * Of the body of a delivery makes one that has anything in the place of some values, or lacks them,
 * or is another one.
 */
export const spoilt = fc.oneof(
  { weight: 3, arbitrary: changes.map((values) => (body: string) => spoil(body, values)) },
  strange.map((body) => () => body),
);

function spoil(body: string, values: readonly unknown[]): string {
  const fields = Object.fromEntries(new URLSearchParams(body));
  const json = body.startsWith('{') ? body : (fields.payload ?? JSON.stringify(fields));
  let at = 0;
  const changed = JSON.parse(json, (key, value) => {
    at += 1;
    return key !== '' && at in values ? values[at] : value;
  });
  if (json === body) return JSON.stringify(changed);
  return new URLSearchParams(
    json === fields.payload ? { payload: JSON.stringify(changed) } : changed,
  ).toString();
}
