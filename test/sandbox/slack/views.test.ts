import type { Overflow } from '@slack/types';
import { afterEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { createPickerBot, type PickerBot } from './picker-bot.ts';
import { picker, plain, typeahead, zenith } from './picker-modal.ts';
import { modes } from './start-bolt-app.ts';
import { workspace } from './workspace.ts';

let bot: PickerBot | undefined;

afterEach(async () => {
  await bot?.stop();
  bot = undefined;
});

describe.each(modes)('views in %s', (_mode, start) => {
  it('open, offer, and keep what was chosen', async () => {
    bot = await createPickerBot(start);
    const { slack, heard, view } = bot;
    expect(view()).toMatchObject({
      type: 'modal',
      userId: workspace.personId,
      title: 'Find a Bank Code',
      submit: 'Post',
      callbackId: 'picker',
      privateMetadata: 'C0SUPPORT',
      breaches: [],
      state: { pick: { bank: { selected_option: null } }, to: { place: { selected_conversation: 'C0SUPPORT' } } },
    });
    const place = { viewId: view().id, actionId: 'bank' };
    await expect(slack.select({ ...place, option: { text: '', value: '000015' } })).rejects.toThrow('does not offer');
    expect((await slack.typeahead({ ...place, value: 'z' })).options).toEqual([]);
    expect(heard).toEqual([]);
    const { delivery, options } = await slack.typeahead({ ...place, value: 'ze' });
    expect(delivery.outcome).toBe('acked');
    expect(options).toEqual([{ text: 'ZENITH BANK', value: '000015' }]);
    expect(heard[0]).toMatchObject({
      type: 'block_suggestion',
      value: 'ze',
      action_id: 'bank',
      block_id: 'pick',
      container: { type: 'view', view_id: view().id },
      view: { id: view().id, private_metadata: 'C0SUPPORT' },
    });
    await slack.select({ ...place, option: { text: 'ZENITH BANK', value: '000015' } });
    expect(view().state).toMatchObject({ pick: { bank: { type: 'external_select', selected_option: zenith } } });
    expect(heard[1]).toMatchObject({
      type: 'block_actions',
      trigger_id: expect.any(String),
      view: { state: { values: { pick: { bank: { selected_option: zenith } } } } },
      actions: [{ type: 'external_select', block_id: 'pick', action_id: 'bank', selected_option: zenith }],
    });
    expect(slack.breaches).toEqual([]);
  });

  it('send a press without a channel or a response_url, and are updated', async () => {
    bot = await createPickerBot(start, (bolt) => {
      bolt.action('go', async ({ body, client }) => {
        if (!('view' in body) || !body.view) return;
        const { id: view_id, hash } = body.view;
        await client.views.update({ view_id, hash, view: picker({ title: plain('Changed') }) });
        await expect(client.views.update({ view_id, hash, view: picker() })).rejects.toThrow('hash_conflict');
      });
    });
    const { slack, heard, view } = bot;
    const { id } = view();
    const delivery = await slack.pressViewButton({ viewId: id, actionId: 'go' });
    expect(delivery).toMatchObject({ outcome: 'acked' });
    expect(delivery).not.toHaveProperty('responseUrl');
    expect(heard[0]).toMatchObject({
      container: { type: 'view', view_id: id },
      actions: [{ type: 'button', value: '1' }],
    });
    for (const field of ['channel', 'message', 'response_url']) expect(heard[0]).not.toHaveProperty(field);
    await waitFor(() => expect(slack.views).toMatchObject([{ id, title: 'Changed' }]));
    await waitFor(() => expect(slack.calls.filter(({ method }) => method === 'views.update').length).toBe(2));
    expect(view().state).toMatchObject({ to: { place: { selected_conversation: 'C0SUPPORT' } } });
    expect(slack.breaches).toEqual([]);
  });

  it('let a person choose in a message', async () => {
    const menu = {
      type: 'overflow' as const,
      action_id: 'row',
      options: [
        { text: plain('Open'), value: 'GARO-1' },
        { text: plain('Note'), value: 'GARO-2' },
      ],
    } satisfies Overflow;
    bot = await createPickerBot(start, (bolt) => {
      bolt.command('/txn', ({ ack }) =>
        ack({ text: 'Row', blocks: [{ type: 'actions', block_id: 'rows', elements: [menu, typeahead] }] }),
      );
      bolt.action('row', async ({ ack, respond }) => {
        await ack();
        await respond('Opened');
      });
    });
    const { slack, heard } = bot;
    await slack.sendCommand({ command: '/txn', text: 'x' });
    const messageId = slack.messages.at(-1)?.id ?? '';
    const place = { messageId, actionId: 'row' };
    await expect(slack.select({ ...place, option: { text: 'x', value: 'GARO-3' } })).rejects.toThrow('does not offer');
    const delivery = await slack.select({ ...place, option: { text: 'Note', value: 'GARO-2' } });
    expect(delivery).toMatchObject({ outcome: 'acked', responseUrl: expect.any(String) });
    expect(heard.at(-1)).toMatchObject({
      channel: { id: 'C0SUPPORT' },
      container: { type: 'message' },
      state: { values: { rows: { bank: { selected_option: null } } } },
      actions: [{ type: 'overflow', selected_option: menu.options[1] }],
    });
    await waitFor(() => expect(slack.messages.at(-1)?.text).toBe('Opened'));
    const { options } = await slack.typeahead({ messageId, actionId: 'bank', value: 'zen' });
    expect(options).toHaveLength(1);
    expect(heard.at(-1)).toMatchObject({ type: 'block_suggestion', channel: { id: 'C0SUPPORT' } });
  });
});
