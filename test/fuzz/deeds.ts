import fc from 'fast-check';
import { directMessageOf, type SlackStandIn, workspace } from 'slack-sandbox';
import { bankQuestions, pastes } from '../fixtures/json-lines.ts';
import { clickables } from '../support/clickables.ts';
import { anyJson, anyText, deepJson, outsideText } from './texts.ts';

const figure = fc.integer({ min: 1_000_000, max: 9_999_999 });
/** A reference that the transfer service knows. */
const reference = fc.oneof(
  { weight: 3, arbitrary: figure.map((number) => `FUZ-${number}`) },
  fc.tuple(figure, outsideText).map(([number, more]) => `FUZ-${number}-${more.replace(/[\s,;]+/g, '')}`),
);
const many = fc.array(reference, { minLength: 2, maxLength: 40 });
const identifier = fc.tuple(figure, fc.constantFrom('', '77', '5550001')).map(([number, tail]) => `1${number}${tail}`);
const asked = fc.oneof(
  ...[reference, reference, reference, reference, identifier, identifier, anyText, many.map((all) => all.join(' '))],
  fc.constantFrom(...pastes.map(({ text }) => text)),
  fc.constantFrom('microfinance', 'mfb', ...bankQuestions.slice(0, 60).map(({ typed }) => typed)),
  fc.constantFrom('', 'help', '?', '..', '%2e%2e', '/', '\ud800', 'watching', 'watch zq', '1'.repeat(41)),
);
/** A command, none, or a slip of the finger. */
const begun = fc.constantFrom('', 'txn ', 'txn watch ', '/tsq ', 'bank ', 'tnx ', 'help ');

const doors = ['/txn', '/tsq', '/bank', 'message', 'mention', 'alert', 'list', 'home', 'picker', 'screen'] as const;
const often = ['/txn', '/txn', '/tsq', '/bank', '/bank', 'message', 'mention', ...Array(7).fill('screen')] as const;

/** What one person does at a door of the bot's, or with what is on the screen; `choice`: with which of it. */
export type Deed = typeof deed extends fc.Arbitrary<infer Each> ? Each : never;
export const deed = fc.record({
  door: fc.constantFrom<(typeof doors)[number]>(...doors, ...often),
  text: asked,
  begun,
  userId: fc.nat({ max: 39 }).map((person) => `U0FUZZ${person}`),
  choice: fc.nat({ max: 5_000 }),
});

/** The people of a workspace, who do what is drawn for them. */
export function createPeople(slack: SlackStandIn): (deed: Deed) => Promise<void> {
  /** Uses something on the person's screen: of what the bot wrote last, or in their window. */
  async function use({ text, userId, choice }: Deed): Promise<void> {
    const views = slack.views.filter((view) => view.userId === userId);
    const view = views.findLast(({ type }) => type === 'modal') ?? views[0];
    const inMessages = slack.messages
      .slice(-80)
      .filter((message) => message.userId === workspace.botUserId && [undefined, userId].includes(message.visibleTo))
      .flatMap(({ id, blocks }) => clickables(blocks).map((each) => ({ ...each, messageId: id, userId })));
    const inView = clickables(view?.blocks).map((each) => ({ ...each, viewId: view?.id ?? '', userId }));
    const all = inView.length > 0 && choice % 2 === 0 ? inView : inMessages;
    const chosen = all.at(-1 - (choice % Math.max(1, all.length)));
    const { type, values = [] } = chosen ?? {};
    if (view?.submit !== undefined && choice % 8 === 0) await slack.submitView({ viewId: view.id, userId });
    else if (!chosen) return;
    else if (type === 'button') await slack.pressButton(chosen);
    else if ('viewId' in chosen && type === 'plain_text_input')
      await slack.typeText({ ...chosen, text: text.slice(0, 3_000) });
    else if (type === 'conversations_select')
      await slack.select({ ...chosen, option: { conversation: workspace.channelId } });
    else {
      const found = type === 'external_select' ? await slack.typeahead({ ...chosen, value: text }) : undefined;
      const option = found ? found.options[0] : { text: '', value: values[choice % values.length] ?? '' };
      if (option) await slack.select({ ...chosen, option });
    }
  }

  return async (deed) => {
    const { door, text, begun, userId } = deed;
    const spoken = `${begun}${text}`;
    if (door.startsWith('/')) await slack.sendCommand({ command: door, text, userId });
    else if (door === 'message') await slack.writeMessage({ text: spoken, userId, channelId: directMessageOf(userId) });
    else if (door === 'mention') await slack.writeMessage({ text: `<@${workspace.botUserId}> ${spoken}`, userId });
    else if (door === 'home') await slack.openHome({ userId });
    else if (door === 'picker') await slack.runGlobalShortcut({ callbackId: 'find_bank_code', userId });
    else if (door === 'list') {
      const files = [{ name: 'list.csv', content: `Reference\n${text.replaceAll(' ', '\n')}` }];
      await slack.writeMessage({ text: '', channelId: workspace.directMessageId, files });
    } else if (door === 'alert') {
      const { message } = await slack.writeMessage({ text: spoken, author: 'bot' });
      await slack.runMessageShortcut({ callbackId: 'look_up_references', messageId: message.id, userId });
    } else await use(deed).catch(() => {}); // what is not there any more, or lacks what the person must fill in
  };
}

const inForm = (value: unknown) => new URLSearchParams({ payload: JSON.stringify(value) }).toString();
/** Signed, and yet nothing that Slack sends. */
const strange = fc.oneof(
  ...[anyText, deepJson, anyJson.map((value) => JSON.stringify(value)), anyJson.map(inForm)],
  anyJson.map((value) => JSON.stringify({ type: 'event_callback', event: value })),
  fc.constantFrom('', '5', '"x"', '[]', '{}', 'null', 'payload=', 'payload=5', 'ssl_check=1'),
  fc.constant('x'.repeat(1_600_000)),
);
const change = fc.tuple(fc.nat({ max: 40 }), fc.option(anyJson, { nil: undefined }));
/** Of the body of a delivery makes one that has anything in the place of some values, or lacks them, or is another one. */
export const spoilt: fc.Arbitrary<(body: string) => string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(change, { minLength: 1, maxLength: 3 }).map((all) => (body: string) => spoil(body, all)),
  },
  strange.map((body) => () => body),
);

function spoil(body: string, changes: readonly (readonly [place: number, value: unknown])[]): string {
  const values = new Map(changes);
  let at = 0;
  const parse = (json: string) =>
    JSON.parse(json, (key, value) => {
      at += 1;
      return key !== '' && values.has(at) ? values.get(at) : value;
    });
  if (body.startsWith('{')) return JSON.stringify(parse(body));
  const fields = Object.fromEntries(new URLSearchParams(body));
  if (fields.payload !== undefined) return inForm(parse(fields.payload));
  const changed = Object.entries(parse(JSON.stringify(fields)));
  return new URLSearchParams(changed.map(([name, value]) => [name, String(value)])).toString();
}
