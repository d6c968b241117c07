import { directMessageOf, type ShownMessage, type SlackStandIn, workspace } from 'slack-sandbox';
import { expect } from 'vitest';
import { waitFor } from './wait-for.ts';

const reference = 'GARO-8f3k2j1';
/** Of a transaction that is pending. */
const openReference = 'GARO-5p1d6w8';
const openValue = JSON.stringify({ reference: openReference });
const identifier = '12345698690885579';
/** More than are looked up at once: the last of them stands behind the button. */
const tooMany = [...Array.from({ length: 25 }, (_, index) => `GARO-100000${index}`), reference];

/** A message or a view. */
interface Place {
  messageId?: string;
  viewId?: string;
}
type Prepare = () => Promise<Place>;
/** Brings on the screen what there must be, and answers with the knock. */
type Door = () => Promise<() => Promise<unknown>>;

/** By what each is registered under. */
function doorsOf(slack: () => SlackStandIn, userId: string) {
  const until = <T>(find: () => T | undefined) =>
    waitFor(() => find() ?? expect.fail('It is not there yet.'));
  /** The bot's next message that `isMeant`, once `act` is done. */
  const next = async (isMeant: (message: ShownMessage) => boolean, act: () => Promise<unknown>) => {
    const latest = () =>
      slack().messages.findLast((message) => message.author === 'bot' && isMeant(message));
    const before = latest()?.id;
    await act();
    const { id } = await until(() => (latest()?.id === before ? undefined : latest()));
    return { messageId: id };
  };
  const answered = (act: () => Promise<unknown>) =>
    next(({ visibleTo }) => visibleTo === userId, act);
  const posted = (act: () => Promise<unknown>) =>
    next(({ visibleTo }) => visibleTo === undefined, act);
  const shown = async (type: 'modal' | 'home', act: Promise<unknown>) => {
    await act;
    const { id } = await until(() =>
      slack().views.find((view) => view.userId === userId && view.type === type),
    );
    return { viewId: id };
  };
  const has = ({ blocks }: ShownMessage, actionId: string) =>
    JSON.stringify(blocks).includes(`"action_id":"${actionId}"`);

  const press = (actionId: string, place: Place) =>
    slack().pressButton({ ...place, actionId, userId });
  const asked = (command: string, text: string) => () =>
    answered(() => slack().sendCommand({ command, text, userId }));
  const card = asked('/txn', reference);
  const openCard = asked('/txn', openReference);
  const table = asked('/txn', `${reference} ${openReference}`);
  const settledTable = asked('/txn', `${reference} GARO-1y6r4b8`);
  const requeried = asked('/tsq', identifier);
  /** Presses this on what is prepared, for what comes of it. */
  const after =
    <T>(see: (act: () => Promise<unknown>) => Promise<T>, actionId: string, prepare: Prepare) =>
    async () => {
      const place = await prepare();
      return see(() => press(actionId, place));
    };
  const shared = (actionId: string, prepare: Prepare) => after(posted, actionId, prepare);
  const opened = (actionId: string, prepare: Prepare) =>
    after((act) => shown('modal', act()), actionId, prepare);
  /** What the team has open: a transaction that somebody watches. */
  const board = async () => {
    await asked('/txn', 'watch GARO-5p1d6w8')();
    return asked('/txn', 'open')();
  };
  /** The window of More…, below a table. */
  const more = opened('txn:more-all', table);
  const share = opened('txn:share-all', table);
  const sharedTable = async () => {
    const { viewId } = await share();
    return posted(() => slack().submitView({ viewId, userId }));
  };
  /** A button of a message that only older versions drew, or that is gone by now. */
  const drawn = (action_id: string, value: string) =>
    answered(() => {
      const button = {
        type: 'button',
        action_id,
        text: { type: 'plain_text', text: 'Press' },
        value,
      };
      const blocks = [{ type: 'actions', elements: [button] }];
      const message = { channel: workspace.channelId, user: userId, text: 'x', blocks };
      return callSlack(slack(), 'chat.postEphemeral', message);
    });
  const tooManyRows = asked('/txn', `${tooMany.join(' ')} and requery ${identifier}`);
  const seeThese = (act: () => Promise<unknown>) =>
    next((message) => has(message, 'txn:these:0'), act);

  const direct = directMessageOf(userId);
  /** What stands in the direct message has this button, once `act` is done. */
  const offers = (actionId: string, act: () => Promise<unknown>) =>
    next((message) => message.channelId === direct && has(message, actionId), act);
  const sent =
    (actionId: string, content: string, ...names: string[]) =>
    () => {
      const files = names.map((name) => ({ name, content }));
      return offers(actionId, () =>
        slack().writeMessage({ text: '', userId, channelId: direct, files }),
      );
    };
  const list = sent('batch:run', 'GARO-5p1d6w8\nGARO-8f3k2j1\n', 'list.csv');
  /** The first of two lists is offered, and the other one named. */
  const twoLists = sent('batch:read:0', `Reference\n${reference}\n`, 'a.csv', 'list.csv');
  const foundList = async () => {
    const result = await after((act) => offers('batch:csv', act), 'batch:run', list)();
    await until(() =>
      slack().files.find((file) => file.channelId === direct && file.name === 'list-answers.csv'),
    );
    return result;
  };
  const underWay = async () => {
    const { messageId } = await foundList();
    const { blocks } = slack().messages.find(({ id }) => id === messageId) ?? {};
    const [, id = ''] = /"value":"([\w-]{12})"/.exec(JSON.stringify(blocks)) ?? [];
    return drawn('batch:stop', id);
  };

  const inPicker = { blockId: 'search', actionId: 'bank:pick', userId };
  const zenith = { option: { text: 'x', value: '000015' } };
  const picker = () =>
    shown('modal', slack().runGlobalShortcut({ callbackId: 'find_bank_code', userId }));
  const offered = async () => {
    const place = await picker();
    await slack().typeahead({ ...place, ...inPicker, value: 'zenith' });
    return place;
  };
  const chosen = async () => {
    const place = await offered();
    await slack().select({ ...place, ...inPicker, ...zenith });
    await until(() =>
      slack().views.find((view) => view.userId === userId && view.callbackId === 'bank:post'),
    );
    const option = { conversation: workspace.channelId };
    await slack().select({
      ...place,
      blockId: 'post',
      actionId: 'bank:conversation',
      userId,
      option,
    });
    return place;
  };

  const home = () => shown('home', slack().openHome({ userId }));
  const homeAfter = (prepare: Prepare) => async () => {
    await prepare();
    return home();
  };
  const pasted = async () => {
    const place = await home();
    await slack().typeText({
      ...place,
      actionId: 'home:paste',
      userId,
      text: `is ${reference} done?`,
    });
    return place;
  };

  const atOnce =
    (knock: () => Promise<unknown>): Door =>
    async () =>
      knock;
  const command = (name: string, text: string) =>
    atOnce(() => slack().sendCommand({ command: name, text, userId }));
  const button =
    (actionId: string, prepare: Prepare): Door =>
    async () => {
      const place = await prepare();
      return () => press(actionId, place);
    };
  const inView =
    (
      prepare: Prepare,
      knock: (view: { viewId: string; userId: string }) => Promise<unknown>,
    ): Door =>
    async () => {
      const { viewId = '' } = await prepare();
      return () => knock({ viewId, userId });
    };
  const submitted = (prepare: Prepare) => inView(prepare, (view) => slack().submitView(view));

  return {
    'command /txn': command('/txn', reference),
    'command /tsq': command('/tsq', identifier),
    'command /bank': command('/bank', 'zenith'),
    'action txn:run': button('txn:run:0', () => drawn('txn:run:0', reference)),
    'action tsq:run': button('tsq:run:0', shared('tsq:share', requeried)),
    'action bank:run': button('bank:run:0', asked('/bank', 'zenith bank lagos')),
    'action txn:refresh': button('txn:refresh', card),
    'action txn:check': button('txn:check', openCard),
    'action txn:requery': button('txn:requery', () => drawn('txn:requery', openValue)),
    'action txn:full': button('txn:full', shared('txn:share', card)),
    'action txn:share': button('txn:share', card),
    'action txn:note': button('txn:note', card),
    'action txn:note-both': button('txn:note-both', () => drawn('txn:note-both', openValue)),
    'action txn:fields': button('txn:fields', card),
    'action txn:on-it': button('txn:on-it', openCard),
    'action txn:off-it': button('txn:off-it', () =>
      drawn('txn:off-it', JSON.stringify({ reference })),
    ),
    'action share:take-back': button('share:take-back', shared('txn:share', card)),
    'action tsq:refresh': button('tsq:refresh', requeried),
    'action tsq:share': button('tsq:share', requeried),
    'action tsq:note': button('tsq:note', requeried),
    'action tsq:values': button('tsq:values', requeried),
    'action txn:open': inView(more, (view) =>
      slack().select({
        ...view,
        actionId: 'txn:open',
        option: { text: 'x', value: `txn ${reference}` },
      }),
    ),
    'action txn:refresh-all': button('txn:refresh-all', settledTable),
    'action txn:check-all': button('txn:check-all', table),
    'action tsq:requery-all': button('tsq:requery-all', () =>
      drawn('tsq:requery-all', `=tsq \n${identifier}\n19261 ${openReference}\tpending`),
    ),
    'action txn:more-all': button('txn:more-all', table),
    'view txn:share-all': submitted(share),
    'action txn:share-all': button('txn:share-all', table),
    'action txn:full-all': button('txn:full-all', opened('txn:more-all', sharedTable)),
    'action txn:csv': button('txn:csv', more),
    'action txn:board-csv': button('txn:board-csv', board),
    'action txn:these': button('txn:these:0', after(seeThese, 'txn:refresh-all', tooManyRows)),
    'action txn:watch': button('txn:watch', card),
    'action txn:watch-all': button('txn:watch-all', table),
    'action watch:stop': button('watch:stop', asked('/txn', `watch ${reference}`)),
    'action batch:run': button('batch:run', list),
    'action batch:cancel': button('batch:cancel', list),
    'action batch:stop': button('batch:stop', underWay),
    'action batch:read': button('batch:read:0', twoLists),
    'action batch:requery': button('batch:requery', foundList),
    'action batch:watch': button('batch:watch', foundList),
    'action batch:csv': button('batch:csv', foundList),
    'action batch:share': button('batch:share', foundList),
    'view batch:share': submitted(opened('batch:share', foundList)),
    'event app_mention': atOnce(() =>
      slack().writeMessage({ text: `<@${workspace.botUserId}> txn ${reference}`, userId }),
    ),
    'event message': atOnce(() =>
      slack().writeMessage({ text: `txn ${reference}`, userId, channelId: direct }),
    ),
    async 'shortcut look_up_references'() {
      const { message } = await slack().writeMessage({ text: reference, author: 'bot' });
      return () =>
        slack().runMessageShortcut({
          callbackId: 'look_up_references',
          messageId: message.id,
          userId,
        });
    },
    'shortcut find_bank_code': atOnce(() =>
      slack().runGlobalShortcut({ callbackId: 'find_bank_code', userId }),
    ),
    'action bank:picker': button('bank:picker', asked('/bank', 'microfinance')),
    'options bank:pick': inView(picker, (view) =>
      slack().typeahead({ ...view, ...inPicker, value: 'zenith' }),
    ),
    'action bank:pick': inView(offered, (view) =>
      slack().select({ ...view, ...inPicker, ...zenith }),
    ),
    'view bank:post': submitted(chosen),
    'event app_home_opened': atOnce(() => slack().openHome({ userId })),
    'action home:ask': button('home:ask', pasted),
    'action home:again': button('home:again:0', homeAfter(card)),
    'action home:stop': button('home:stop:0', homeAfter(asked('/txn', `watch ${reference}`))),
  } satisfies Record<string, Door>;
}

/** Calls a method of the Web API with the bot's token, past the bot. */
export async function callSlack(
  { apiUrl, botToken }: SlackStandIn,
  method: string,
  args: object,
): Promise<void> {
  const headers = {
    authorization: `Bearer ${botToken}`,
    'content-type': 'application/json; charset=utf-8',
  };
  const response = await fetch(apiUrl + method, {
    method: 'POST',
    headers,
    body: JSON.stringify(args),
  });
  expect(await response.text()).toContain('"ok":true');
}

const doors = doorsOf(() => expect.fail('no Slack is there yet'), workspace.personId);
export type DoorName = keyof typeof doors;
const isDoorName = (name: string): name is DoorName => name in doors;
export const doorNames = Object.keys(doors).filter(isDoorName);

/** Every door, as one person uses it. */
export const createDoors = (slack: SlackStandIn, userId: string = workspace.personId) =>
  doorsOf(() => slack, userId);

/** Whether a door leads to bank codes alone. */
export function isAboutBanks(door: string): boolean {
  return /bank/.test(door);
}
