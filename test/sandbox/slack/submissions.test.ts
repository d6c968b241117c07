import { afterEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { createPickerBot, type PickerBot } from './picker-bot.ts';
import { picker, plain } from './picker-modal.ts';
import { modes } from './start-bolt-app.ts';

let bot: PickerBot | undefined;

afterEach(async () => {
  await bot?.stop();
  bot = undefined;
});

describe.each(modes)('modals in %s', (_mode, start) => {
  it('are submitted with a response_url for what was chosen, and closed', async () => {
    bot = await createPickerBot(start, (bolt) => {
      bolt.view('picker', async ({ ack, respond }) => {
        await ack();
        await respond({ text: 'ZENITH BANK', response_type: 'in_channel' });
      });
    });
    const { slack, heard, view } = bot;
    const place = { viewId: view().id, actionId: 'place' };
    expect(await slack.select({ ...place, option: { conversation: 'C0RANDOM' } })).toBeUndefined();
    expect(heard).toEqual([]);
    expect(await slack.submitView({ viewId: view().id })).toMatchObject({ outcome: 'acked' });
    expect(slack.views).toEqual([]);
    expect(heard[0]).toMatchObject({
      type: 'view_submission',
      view: { callback_id: 'picker', state: { values: { to: { place: { selected_conversation: 'C0RANDOM' } } } } },
      response_urls: [{ block_id: 'to', action_id: 'place', channel_id: 'C0RANDOM' }],
    });
    await waitFor(() => expect(slack.messages.at(-1)).toMatchObject({ text: 'ZENITH BANK', channelId: 'C0RANDOM' }));
    expect(slack.breaches).toEqual([]);
  });

  it('show the errors of a submission, then what takes their place', async () => {
    let answers = 0;
    bot = await createPickerBot(start, (bolt) => {
      bolt.view('picker', async ({ ack }) => {
        answers += 1;
        if (answers === 1) await ack({ response_action: 'errors', errors: { to: 'Not there' } });
        else if (answers === 2) await ack({ response_action: 'update', view: picker({ title: plain('Second') }) });
        else if (answers === 3) await ack({ response_action: 'push', view: picker({ title: plain('Third') }) });
        else await ack({ response_action: 'clear' });
      });
    });
    const { slack, view } = bot;
    const { id } = view();
    await slack.submitView({ viewId: id });
    expect(view()).toMatchObject({ id, errors: { to: 'Not there' } });
    await slack.submitView({ viewId: id });
    expect(slack.views).toMatchObject([{ id, title: 'Second', errors: {} }]);
    await slack.submitView({ viewId: id });
    expect(slack.views).toMatchObject([{ title: 'Second' }, { title: 'Third' }]);
    await expect(slack.submitView({ viewId: id })).rejects.toThrow('covered');
    await slack.submitView({ viewId: view().id });
    expect(slack.views).toEqual([]);
    expect(slack.breaches).toEqual([]);
  });

  it('tell when they were closed', async () => {
    bot = await createPickerBot(start);
    const { slack, heard, view } = bot;
    const { id } = view();
    await slack.closeView({ viewId: id });
    expect(heard).toMatchObject([{ type: 'view_closed', is_cleared: false, view: { id, callback_id: 'picker' } }]);
    expect(slack.views).toEqual([]);
    await bot.stop();
    bot = await createPickerBot(start, () => {}, picker({ clear_on_close: true }));
    await bot.slack.closeView({ viewId: bot.view().id });
    expect(bot.heard).toMatchObject([{ type: 'view_closed', is_cleared: true }]);
  });

  it('stay on the screen, with a breach, when the answer makes no sense', async () => {
    let answers = 0;
    bot = await createPickerBot(start, (bolt) => {
      bolt.view('picker', async ({ ack }) => {
        answers += 1;
        if (answers === 1) await ack({ response_action: 'errors', errors: { pick: 'No input' } });
        else await ack({ response_action: 'update', view: picker({ title: plain('x'.repeat(25)) }) });
      });
    });
    const { slack, view } = bot;
    const { id } = view();
    await slack.submitView({ viewId: id });
    expect(view()).toMatchObject({ id, errors: {} });
    await slack.submitView({ viewId: id });
    expect(view()).toMatchObject({ id, title: 'Find a Bank Code', breaches: [expect.stringContaining('24')] });
    expect(slack.breaches).toEqual([
      'ack of a submission: errors names pick, which is no input block of the view',
      'ack of a submission: view title.text has 25 characters; Slack takes at most 24',
    ]);
  });
});
