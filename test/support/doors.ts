import type { ShownMessage, SlackStandIn } from 'slack-sandbox';
import { directMessageOf, workspace } from 'slack-sandbox';
import { expect } from 'vitest';
import { waitFor } from './wait-for.ts';

/** More than are looked up at once: the last of them stands behind the button. */
const tooMany = [...Array.from({ length: 25 }, (_, index) => `GARO-100000${index}`), 'GARO-8f3k2j1'];

export interface DoorPlace {
  messageId: string;
  viewId: string;
}

interface Door {
  /** Brings on the screen what there must be. */
  prepare: () => Promise<Partial<DoorPlace>>;
  knock: (place: DoorPlace) => Promise<unknown>;
}

/** By what each is registered under. */
function doorsOf(slack: () => SlackStandIn, userId: string) {
  const answer = (): ShownMessage | undefined =>
    slack().messages.findLast((message) => message.visibleTo === userId && message.author === 'bot');
  const view = (type: 'modal' | 'home') =>
    slack().views.find((shown) => shown.userId === userId && shown.type === type);
  const until = (check: () => unknown) => waitFor(() => expect(check()).toBeTruthy());

  const asked = async (line: string) => {
    const [, command = '', text = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    const before = answer();
    await slack().sendCommand({ command, text, userId });
    await until(() => answer() !== before);
    return { messageId: answer()?.id ?? '' };
  };
  const picker = async () => {
    await slack().runGlobalShortcut({ callbackId: 'find_bank_code', userId });
    await until(() => view('modal'));
    return { viewId: view('modal')?.id ?? '' };
  };
  const inPicker = { blockId: 'search', actionId: 'bank:pick', userId };
  const zenith = { option: { text: 'x', value: '000015' } };
  const offered = async () => {
    const place = await picker();
    await slack().typeahead({ ...place, ...inPicker, value: 'zenith' });
    return place;
  };
  const chosen = async () => {
    const place = await offered();
    await slack().select({ ...place, ...inPicker, ...zenith });
    await until(() => view('modal')?.callbackId === 'bank:post');
    const option = { conversation: workspace.channelId };
    await slack().select({ ...place, blockId: 'post', actionId: 'bank:conversation', userId, option });
    return place;
  };
  const home = async () => {
    await slack().openHome({ userId });
    await until(() => view('home'));
    return { viewId: view('home')?.id ?? '' };
  };
  const alert = async () => {
    const { message } = await slack().writeMessage({ text: 'GARO-8f3k2j1', author: 'bot' });
    return { messageId: message.id };
  };
  const nothing = async () => ({});

  const command = (name: string, text: string): Door => ({
    prepare: nothing,
    knock: () => slack().sendCommand({ command: name, text, userId }),
  });
  const button = (actionId: string, prepare: Door['prepare']): Door => ({
    prepare,
    knock: ({ messageId }) => slack().pressButton({ messageId, actionId, userId }),
  });
  const inView = (actionId: string, prepare: Door['prepare']): Door => ({
    prepare,
    knock: ({ viewId }) => slack().pressViewButton({ viewId, actionId, userId }),
  });
  const pasted = async () => {
    const place = await home();
    await slack().typeText({ ...place, actionId: 'home:paste', userId, text: 'is GARO-8f3k2j1 done?' });
    return place;
  };
  const recentLookUps = async () => {
    await card();
    return home();
  };
  const card = () => asked('/txn GARO-8f3k2j1');
  const shared = (share: () => Promise<unknown>) => async () => {
    const posted = () =>
      slack().messages.filter(({ author, visibleTo }) => author === 'bot' && visibleTo === undefined);
    const before = posted().length;
    await share();
    await until(() => posted().length > before);
    return { messageId: posted().at(-1)?.id ?? '' };
  };
  const table = () => asked('/txn GARO-8f3k2j1 GARO-5p1d6w8');
  const requeried = () => asked('/tsq 12345698690885579');
  const pressed = (actionId: string, prepare: Door['prepare']) =>
    shared(async () => slack().pressButton({ messageId: '', ...(await prepare()), actionId, userId }));
  const beside = async (prepare: Door['prepare']) => {
    const before = await prepare();
    await slack().pressButton({ messageId: '', ...before, actionId: 'txn:requery', userId });
    await until(() => answer()?.id !== before.messageId);
    return { messageId: answer()?.id ?? '' };
  };
  const sharedCard = pressed('txn:share', card);
  /** The window of More…, below a table. */
  const more = (prepare: () => Promise<Partial<DoorPlace>>) => async () => {
    await slack().pressButton({ messageId: '', ...(await prepare()), actionId: 'txn:more-all', userId });
    await until(() => view('modal'));
    return { viewId: view('modal')?.id ?? '' };
  };
  const sharing = more(table);
  const sharedTable = shared(async () => slack().submitView({ ...(await sharing()), userId }));
  /** A table of an older version has Share below it. */
  const oldTable = () => postedButton('txn:share-all', 'txn GARO-8f3k2j1\ntxn GARO-5p1d6w8');
  const postedButton = async (action_id: string, value: string) => {
    const button = { type: 'button', action_id, text: { type: 'plain_text', text: 'Press' }, value };
    const blocks = [{ type: 'actions', elements: [button] }];
    await fetch(`${slack().apiUrl}chat.postEphemeral`, {
      method: 'POST',
      headers: { authorization: `Bearer ${slack().botToken}`, 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ channel: workspace.channelId, user: userId, text: 'x', blocks }),
    });
    return { messageId: answer()?.id ?? '' };
  };
  /** The latest message to the person alone that has this button. */
  const directly = (actionId: string) =>
    slack().messages.findLast(
      ({ channelId, blocks }) =>
        channelId === directMessageOf(userId) && JSON.stringify(blocks).includes(`"action_id":"${actionId}"`),
    );
  const list = async () => {
    const files = [{ name: 'list.csv', content: 'GARO-5p1d6w8\nGARO-8f3k2j1\n' }];
    await slack().writeMessage({ text: '', userId, channelId: directMessageOf(userId), files });
    await until(() => directly('batch:run'));
    return { messageId: directly('batch:run')?.id ?? '' };
  };
  const batch = async () => {
    await slack().pressButton({ ...(await list()), actionId: 'batch:run', userId });
    const isSent = () =>
      slack().files.some(({ channelId, name }) => channelId === directMessageOf(userId) && name === 'list-answers.csv');
    await until(() => directly('batch:csv') && isSent());
    return { messageId: directly('batch:csv')?.id ?? '' };
  };
  /** The first of two lists is offered, and the other one named. */
  const twoLists = async () => {
    const files = ['a.csv', 'list.csv'].map((name) => ({ name, content: 'Reference\nGARO-8f3k2j1\n' }));
    await slack().writeMessage({ text: '', userId, channelId: directMessageOf(userId), files });
    await until(() => directly('batch:read:0'));
    return { messageId: directly('batch:read:0')?.id ?? '' };
  };
  const underWay = async () => {
    await batch();
    const [, id = ''] = /"value":"([\w-]{12})"/.exec(JSON.stringify(directly('batch:csv')?.blocks)) ?? [];
    return postedButton('batch:stop', id);
  };

  return {
    'command /txn': command('/txn', 'GARO-8f3k2j1'),
    'command /tsq': command('/tsq', '12345698690885579'),
    'command /bank': command('/bank', 'zenith'),
    'action txn:run': button('txn:run:0', () => postedButton('txn:run:0', 'GARO-8f3k2j1')),
    'action tsq:run': button('tsq:run:0', pressed('tsq:share', requeried)),
    'action bank:run': button('bank:run:0', () => asked('/bank zenith bank lagos')),
    'action txn:refresh': button('txn:refresh', card),
    'action txn:requery': button('txn:requery', card),
    'action txn:full': button('txn:full', sharedCard),
    'action txn:share': button('txn:share', card),
    'action txn:note': button('txn:note', card),
    'action txn:note-both': button('txn:note-both', () => beside(card)),
    'action txn:fields': button('txn:fields', card),
    'action tsq:refresh': button('tsq:refresh', requeried),
    'action tsq:share': button('tsq:share', requeried),
    'action tsq:note': button('tsq:note', requeried),
    'action tsq:values': button('tsq:values', requeried),
    'action txn:open': {
      prepare: more(table),
      knock: ({ viewId }) =>
        slack().select({ viewId, actionId: 'txn:open', userId, option: { text: 'x', value: 'txn GARO-8f3k2j1' } }),
    },
    'action txn:refresh-all': button('txn:refresh-all', table),
    'action tsq:requery-all': button('tsq:requery-all', table),
    'action txn:more-all': button('txn:more-all', table),
    'view txn:share-all': { prepare: sharing, knock: ({ viewId }) => slack().submitView({ viewId, userId }) },
    'action txn:share-all': button('txn:share-all', oldTable),
    'action txn:full-all': inView('txn:full-all', more(sharedTable)),
    'action txn:csv': inView('txn:csv', more(table)),
    'action txn:these': button('txn:these:0', async () => {
      const { messageId } = await asked(`/txn ${tooMany.join(' ')}`);
      await slack().pressButton({ messageId, actionId: 'txn:refresh-all', userId });
      const isDrawn = () => JSON.stringify(answer()?.blocks).includes('txn:these:0');
      await until(isDrawn);
      return { messageId: answer()?.id ?? '' };
    }),
    'action txn:watch': button('txn:watch', card),
    'action txn:watch-all': button('txn:watch-all', table),
    'action watch:stop': button('watch:stop', () => asked('/txn watch GARO-8f3k2j1')),
    'action batch:run': button('batch:run', list),
    'action batch:cancel': button('batch:cancel', list),
    'action batch:stop': button('batch:stop', underWay),
    'action batch:read': button('batch:read:0', twoLists),
    'action batch:requery': button('batch:requery', batch),
    'action batch:watch': button('batch:watch', batch),
    'action batch:csv': button('batch:csv', batch),
    'action batch:share': button('batch:share', batch),
    'view batch:share': {
      async prepare() {
        await slack().pressButton({ ...(await batch()), actionId: 'batch:share', userId });
        await until(() => view('modal'));
        return { viewId: view('modal')?.id ?? '' };
      },
      knock: ({ viewId }) => slack().submitView({ viewId, userId }),
    },
    'event app_mention': {
      prepare: nothing,
      knock: () => slack().writeMessage({ text: `<@${workspace.botUserId}> txn GARO-8f3k2j1`, userId }),
    },
    'event message': {
      prepare: nothing,
      knock: () => slack().writeMessage({ text: 'txn GARO-8f3k2j1', userId, channelId: directMessageOf(userId) }),
    },
    'shortcut look_up_references': {
      prepare: alert,
      knock: ({ messageId }) => slack().runMessageShortcut({ callbackId: 'look_up_references', messageId, userId }),
    },
    'shortcut find_bank_code': {
      prepare: nothing,
      knock: () => slack().runGlobalShortcut({ callbackId: 'find_bank_code', userId }),
    },
    'action bank:picker': button('bank:picker', () => asked('/bank microfinance')),
    'options bank:pick': {
      prepare: picker,
      knock: ({ viewId }) => slack().typeahead({ viewId, ...inPicker, value: 'zenith' }),
    },
    'action bank:pick': {
      prepare: offered,
      knock: ({ viewId }) => slack().select({ viewId, ...inPicker, ...zenith }),
    },
    'view bank:post': { prepare: chosen, knock: ({ viewId }) => slack().submitView({ viewId, userId }) },
    'event app_home_opened': { prepare: nothing, knock: () => slack().openHome({ userId }) },
    'action home:ask': inView('home:ask', pasted),
    'action home:again': inView('home:again:0', recentLookUps),
    'action home:stop': inView('home:stop:0', async () => {
      await asked('/txn watch GARO-8f3k2j1');
      return home();
    }),
  } satisfies Record<string, Door>;
}

const doors = doorsOf(() => expect.fail('no Slack is there yet'), workspace.personId);
export type DoorName = keyof typeof doors;
const isDoorName = (name: string): name is DoorName => name in doors;
export const doorNames = Object.keys(doors).filter(isDoorName);

/** Every door, as one person uses it. */
export function createDoors({
  slack,
  userId = workspace.personId,
}: {
  slack: SlackStandIn;
  userId?: string;
}): Record<DoorName, Door> {
  return doorsOf(() => slack, userId);
}

/** Whether a door leads to bank codes alone. */
export function isAboutBanks(door: string): boolean {
  return /bank/.test(door);
}
