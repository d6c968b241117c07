import { directMessageOf, type SlackStandIn, workspace } from 'slack-sandbox';
import { clickables } from '../support/clickables.ts';
import type { Deed } from './deeds.ts';

/** The people of a workspace, who do what is drawn for them. */
export function createPeople(slack: SlackStandIn): (deed: Deed) => Promise<void> {
  /** Uses something on the person's screen: of what the bot wrote last, or in their window. */
  async function use({ text, userId, choice }: Deed): Promise<void> {
    const views = slack.views.filter((view) => view.userId === userId);
    const view = views.findLast(({ type }) => type === 'modal') ?? views[0];
    const messages = slack.messages.slice(-80).filter(({ visibleTo = userId }) => visibleTo === userId);
    const inMessages = messages
      .filter((message) => message.userId === workspace.botUserId)
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

  async function act(deed: Deed): Promise<void> {
    const { door, text, userId } = deed;
    if (door.startsWith('/')) await slack.sendCommand({ command: door, text, userId });
    else if (door === 'message') await slack.writeMessage({ text, userId, channelId: directMessageOf(userId) });
    else if (door === 'mention') await slack.writeMessage({ text: `<@${workspace.botUserId}> ${text}`, userId });
    else if (door === 'home') await slack.openHome({ userId });
    else if (door === 'picker') await slack.runGlobalShortcut({ callbackId: 'find_bank_code', userId });
    else if (door === 'list') {
      const files = [{ name: 'list.csv', content: text }];
      await slack.writeMessage({ text: '', channelId: workspace.directMessageId, files });
    } else if (door === 'alert') {
      const { message } = await slack.writeMessage({ text, author: 'bot' });
      await slack.runMessageShortcut({ callbackId: 'look_up_references', messageId: message.id, userId });
    } else await use(deed).catch(() => {}); // what is not there any more, or lacks what the person must fill in
  }

  return act;
}
