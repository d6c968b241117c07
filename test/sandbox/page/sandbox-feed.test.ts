import { afterEach, describe, expect, test } from 'vitest';
import { errorCard, transactionCard } from './fake/cards.ts';
import { createEventReader } from './fake/event-reader.ts';
import { startPage } from './fake/start-page.ts';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) {
    await cleanUp();
  }
});

async function listen(url: string) {
  const events = await createEventReader(`${url}/events`);
  cleanUps.push(events.close);
  return events;
}

describe('live updates', () => {
  test('begin with everything there is', async () => {
    const { slack, url, close } = await startPage();
    cleanUps.push(close);
    slack.show({ blocks: transactionCard });
    slack.show({ author: 'slack', text: 'Slack speaks' });
    const update = await (await listen(url)).next();
    expect(update.order).toEqual(['m1', 'm2']);
    expect(update.changed[0]?.html).toContain('data-message-id="m1"');
    expect(update.changed[1]?.html).toContain('Slack speaks');
  });

  test('go on with what is new, replaced or gone wrong, and only that', async () => {
    const { slack, url, close } = await startPage();
    cleanUps.push(close);
    slack.show({ blocks: errorCard });
    const events = await listen(url);
    await events.next();

    slack.show({ blocks: transactionCard });
    expect(await events.next()).toMatchObject({ order: ['m1', 'm2'], changed: [{ id: 'm2' }], breaches: [] });

    slack.show({ id: 'm1', text: 'Replaced' });
    const replaced = await events.next();
    expect(replaced.changed).toHaveLength(1);
    expect(replaced.changed[0]?.html).toContain('Replaced');

    slack.breach('Too long');
    expect(await events.next()).toMatchObject({ changed: [], breaches: ['Too long'] });
  });

  test('say of each message where it belongs and who sees it', async () => {
    const { slack, url, close } = await startPage();
    cleanUps.push(close);
    slack.show({ ts: '1.1', channelId: 'C0RANDOM' });
    slack.show({ ts: '2.1', threadTs: '1.1', visibleTo: 'U0BISI000' });
    slack.show({ ts: '3.1', threadTs: '3.1' });
    const { changed } = await (await listen(url)).next();
    expect(changed).toMatchObject([
      { ts: '1.1', channelId: 'C0RANDOM' },
      { ts: '2.1', threadTs: '1.1', visibleTo: 'U0BISI000' },
      { ts: '3.1' },
    ]);
    expect(changed[2]).not.toHaveProperty('threadTs');
  });

  test('go on with views that are opened, changed and closed', async () => {
    const { slack, url, close } = await startPage();
    cleanUps.push(close);
    slack.showView({ id: 'V1', title: 'First' });
    const events = await listen(url);
    expect(await events.next()).toMatchObject({ viewOrder: ['V1'], changedViews: [{ id: 'V1', type: 'modal' }] });

    slack.showView({ id: 'V2', type: 'home', userId: 'U0BISI000' });
    const added = { id: 'V2', type: 'home', userId: 'U0BISI000' };
    expect(await events.next()).toMatchObject({ viewOrder: ['V1', 'V2'], changedViews: [added] });

    slack.showView({ id: 'V1', title: 'Changed' });
    const changed = await events.next();
    expect(changed.changedViews).toHaveLength(1);
    expect(changed.changedViews[0]?.html).toContain('Changed');

    slack.hideView('V1');
    expect(await events.next()).toMatchObject({ viewOrder: ['V2'], changedViews: [] });
  });

  test('say of a modal on which page it opened', async () => {
    const { slack, post, url, close } = await startPage();
    cleanUps.push(close);
    await post('/homes', {}, { 'x-page': 'one' });
    slack.showView({ id: 'V1' });
    const events = await listen(url);
    expect(await events.next()).toMatchObject({ changedViews: [{ id: 'V1', openedOn: 'one' }] });

    await post('/homes', {}, { 'x-page': 'other' });
    slack.showView({ id: 'V1', title: 'Changed' });
    expect(await events.next()).toMatchObject({ changedViews: [{ id: 'V1', openedOn: 'one' }] });
    slack.showView({ id: 'V2' });
    expect(await events.next()).toMatchObject({ changedViews: [{ id: 'V2', openedOn: 'other' }] });
    slack.showView({ id: 'V3', type: 'home' });
    expect((await events.next()).changedViews[0]).not.toHaveProperty('openedOn');
  });

  test('reach every open page', async () => {
    const { slack, url, close } = await startPage();
    cleanUps.push(close);
    const [one, other] = [await listen(url), await listen(url)];
    await Promise.all([one.next(), other.next()]);
    slack.show({});
    expect((await one.next()).order).toEqual(['m1']);
    expect((await other.next()).order).toEqual(['m1']);
  });
});
