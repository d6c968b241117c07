import { App } from '@slack/bolt';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerListeners } from '../../src/listeners/index.ts';
import { workspace } from '../sandbox/slack/workspace.ts';
import { createSampleTransferService } from '../sandbox/transfer-service/sample-transfer-service.ts';
import type { SampleTransferService } from '../sandbox/transfer-service/types.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';

let service: SampleTransferService;
let app: RunningApp;
beforeEach(async () => {
  service = await createSampleTransferService();
  app = await runApp({ transferApi: service });
});
afterEach(async () => {
  await app.stop();
  await service.close();
});

/** What each door needs to be knocked at: first whatever must be on the screen, then the knock. */
const table = async () => {
  await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1 GARO-5p1d6w8' });
  return { messageId: app.answers().at(-1)?.id ?? '' };
};
const card = async () => {
  await app.slack.sendCommand({ command: '/txn', text: 'GARO-8f3k2j1' });
  return { messageId: app.answers().at(-1)?.id ?? '' };
};
const suggestions = async (line: string) => {
  const [command = '', text = ''] = line.split(' ');
  await app.slack.sendCommand({ command, text });
  return { messageId: app.answers().at(-1)?.id ?? '' };
};
const outage = async (line: string) => {
  service.setOutage('unavailable');
  const place = await suggestions(line);
  service.setOutage('none');
  return place;
};
const longList = () => suggestions('/bank microfinance');
const picker = async () => {
  await app.slack.runGlobalShortcut({ callbackId: 'find_bank_code' });
  await vi.waitFor(() => expect(app.slack.views).toHaveLength(1));
  return { viewId: app.slack.views[0]?.id ?? '' };
};
const offered = async () => {
  const place = await picker();
  await app.slack.typeahead({ ...place, blockId: 'search', actionId: 'bank:pick', value: 'zenith' });
  return place;
};
const chosen = async () => {
  const place = await offered();
  await app.slack.select({
    ...place,
    blockId: 'search',
    actionId: 'bank:pick',
    option: { text: 'x', value: '000015' },
  });
  await vi.waitFor(() => expect(app.slack.views[0]?.callbackId).toBe('bank:post'));
  await app.slack.select({
    ...place,
    blockId: 'post',
    actionId: 'bank:conversation',
    option: { conversation: 'C0SUPPORT' },
  });
  return place;
};
const alert = async () => {
  const { message } = await app.slack.writeMessage({ text: 'GARO-8f3k2j1', author: 'bot' });
  return { messageId: message.id };
};
const nothing = async () => ({});

interface Door {
  prepare: () => Promise<{ messageId?: string; viewId?: string }>;
  knock: (place: { messageId: string; viewId: string }) => Promise<unknown>;
}
const command = (name: string, text: string): Door => ({
  prepare: nothing,
  knock: () => app.slack.sendCommand({ command: name, text }),
});
const button = (actionId: string, prepare: Door['prepare']): Door => ({
  prepare,
  knock: ({ messageId }) => app.slack.pressButton({ messageId, actionId }),
});

/** Every door, by what it is registered under. */
const doors: Record<string, Door> = {
  'command /txn': command('/txn', 'GARO-8f3k2j1'),
  'command /tsq': command('/tsq', '12345698690885579'),
  'command /bank': command('/bank', 'zenith'),
  'action /^txn:run(?::\\d+)?$/': button('txn:run:0', () => outage('/txn GARO-8f3k2j1')),
  'action /^tsq:run(?::\\d+)?$/': button('tsq:run:0', () => outage('/tsq 19253')),
  'action /^bank:run(?::\\d+)?$/': button('bank:run:0', () => outage('/bank zenith')),
  'action txn:refresh': button('txn:refresh', card),
  'action txn:requery': button('txn:requery', card),
  'action txn:share': button('txn:share', card),
  'action txn:note': button('txn:note', card),
  'action txn:fields': button('txn:fields', card),
  'action txn:open': {
    prepare: table,
    knock: ({ messageId }) =>
      app.slack.select({ messageId, actionId: 'txn:open', option: { text: 'x', value: 'txn GARO-8f3k2j1' } }),
  },
  'action txn:csv': button('txn:csv', table),
  'event app_mention': {
    prepare: nothing,
    knock: () => app.slack.writeMessage({ text: `<@${workspace.botUserId}> txn GARO-8f3k2j1` }),
  },
  'event message': {
    prepare: nothing,
    knock: () => app.slack.writeMessage({ text: 'txn GARO-8f3k2j1', channelId: workspace.directMessageId }),
  },
  'shortcut look_up_references': {
    prepare: alert,
    knock: ({ messageId }) => app.slack.runMessageShortcut({ callbackId: 'look_up_references', messageId }),
  },
  'shortcut find_bank_code': {
    prepare: nothing,
    knock: () => app.slack.runGlobalShortcut({ callbackId: 'find_bank_code' }),
  },
  'action bank:picker': button('bank:picker', longList),
  'options bank:pick': {
    prepare: picker,
    knock: ({ viewId }) => app.slack.typeahead({ viewId, blockId: 'search', actionId: 'bank:pick', value: 'zenith' }),
  },
  'action bank:pick': {
    prepare: offered,
    knock: ({ viewId }) =>
      app.slack.select({ viewId, blockId: 'search', actionId: 'bank:pick', option: { text: 'x', value: '000015' } }),
  },
  'view bank:post': { prepare: chosen, knock: ({ viewId }) => app.slack.submitView({ viewId }) },
  'event app_home_opened': { prepare: nothing, knock: () => app.slack.openHome() },
};

/** What the code registers, read off the real registration. */
function registered(): string[] {
  const names: string[] = [];
  const note =
    (kind: string) =>
    (on: unknown): void => {
      const id = typeof on === 'object' && on !== null && 'callback_id' in on ? on.callback_id : on;
      names.push(`${kind} ${String(id)}`);
    };
  const bare = new App({ token: 'xoxb-not-used', signingSecret: 'not-used', deferInitialization: true });
  for (const kind of ['command', 'action', 'event', 'shortcut', 'options', 'view', 'message'] as const)
    vi.spyOn(bare, kind).mockImplementation(note(kind));
  registerListeners(bare, app.services);
  return names;
}

describe('every door', () => {
  it('is listed here', () => {
    expect(registered().sort()).toEqual(Object.keys(doors).sort());
  });

  it.each(Object.keys(doors))('goes through what they have in common: %s', async (name) => {
    const door = doors[name];
    if (!door) throw new Error('no such door');
    const place = { messageId: '', viewId: '', ...(await door.prepare()) };
    await vi.waitFor(() => expect(app.log.entries().filter(({ outcome }) => outcome === undefined)).toEqual([]));
    const before = { lines: app.log.lines.length, requests: service.requests.length, answers: app.answers().length };

    app.bot.inFlight.stop();
    await door.knock(place);
    await vi.waitFor(() => expect(app.log.lines.length).toBeGreaterThan(before.lines));
    // Refused in the one place, with one line in the log, and nothing was asked or shown.
    const [line] = app.log.entries().slice(before.lines);
    expect(line).toMatchObject({ outcome: 'user_error', reference: expect.any(String) });
    expect(service.requests).toHaveLength(before.requests);
    const shown = JSON.stringify([app.answers().slice(before.answers), app.slack.views.map(({ blocks }) => blocks)]);
    expect(shown).not.toMatch(/Jane Doe|ZENITH BANK PLC|SUCCESSFUL/);
    if (!name.startsWith('options'))
      await vi.waitFor(() =>
        expect(JSON.stringify([app.slack.messages, app.slack.views])).toContain('just restarting'),
      );
  });
});
