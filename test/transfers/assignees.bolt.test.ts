import { type ShownMessage, workspace } from 'slack-sandbox';
import { beforeEach, expect, it } from 'vitest';
import { StoreError } from '../../src/errors.ts';
import { type ChangingService, startChangingService } from '../support/changing-service.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';

const reference = 'GARO-5p1d6w8';
const { personId, otherPersonId } = workspace;

let service: ChangingService;
let app: RunningApp;
beforeEach(async () => {
  service = await startChangingService();
  app = await runApp({ transferApi: { baseUrl: service.url } });
  return async () => {
    await app.stop();
    await service.close();
  };
});

const ask = (userId: string, text = reference) =>
  app.answered(app.slack.sendCommand({ command: '/txn', text, userId }));
const press = ({ id: messageId }: ShownMessage, userId: string, actionId = 'txn:on-it') =>
  app.answered(app.slack.pressButton({ messageId, actionId, userId }));
const lines = (message: ShownMessage) => JSON.stringify(message.blocks);
const onIt = /amara is on it, <!date/;

it('who is on a transaction stands on the card, the row and the Home tab of whoever asks for it, until it settles', async () => {
  const taken = await press(await ask(personId), personId);
  expect(taken.text).toBe(
    `You are on \`${reference}\`. Whoever asks for it before it settles reads that, for a day at most.`,
  );
  expect(app.audit.at(-1)).toMatchObject({ door: 'txn:on-it', asked: reference });
  const card = await ask(otherPersonId);
  expect(lines(card)).toMatch(onIt);
  expect(lines(await ask(otherPersonId, `${reference} GARO-8f3k2j1`))).toContain('Pending · amara is on it');
  expect(lines(await press(card, otherPersonId, 'txn:requery'))).toMatch(onIt);
  const home = () =>
    JSON.stringify(app.slack.views.find(({ userId, type }) => userId === otherPersonId && type === 'home'));
  await app.slack.openHome({ userId: otherPersonId });
  await app.bot.inFlight.settled();
  expect(home()).toMatch(onIt);
  service.set([reference], { status: 'successful' });
  await press(card, otherPersonId, 'txn:refresh');
  const settled = app.slack.messages.find(({ id }) => id === card.id);
  expect(JSON.stringify(settled?.blocks)).toContain('Successful');
  expect(JSON.stringify(settled?.blocks)).not.toMatch(/is on it|On It/);
});

it('another person is asked once before they take it over, and again where a third was quicker', async () => {
  await press(await ask(personId), personId);
  const [first, second] = [
    await press(await ask(otherPersonId), otherPersonId),
    await press(await ask('U0CHIDI'), 'U0CHIDI'),
  ];
  expect(first.text).toMatch(/^`GARO-5p1d6w8`: amara is on it, .* Take it over\?$/);
  expect((await press(second, 'U0CHIDI')).text).toContain('I have told nobody else.');
  expect((await press(first, otherPersonId)).text).toMatch(/is on it, .* Take it over\?$/);
  expect(lines(await ask(personId))).not.toMatch(onIt);
});

it('a channel reads no name', async () => {
  const card = await ask(personId);
  await press(card, personId);
  const shared = await press(card, personId, 'txn:share');
  expect(lines(shared)).toMatch(/somebody is on it, <!date/);
});

it('what cannot be read keeps no answer away, and what cannot be stored is said and logged', async () => {
  const broken = () => Promise.reject(new StoreError('ENOSPC'));
  Object.assign(app.services.assignees, { of: broken });
  Object.assign(app.stores.assignees, { take: broken, release: broken });
  const card = await ask(personId);
  expect(card.text).toContain('Pending');
  expect((await press(card, personId)).text).toContain('Assignees cannot be kept right now. Tell whoever runs me');
  await expect(app.services.assignees.release(reference, personId)).rejects.toThrow('Assignees cannot be kept');
  const said = app.log.entries().filter(({ msg }) => msg === 'assignees cannot be kept');
  expect(said).toMatchObject(Array(2).fill({ code: 'ENOSPC' }));
});

it('whoever is on it reads so, and can leave it', async () => {
  await press(await press(await ask(personId), personId), personId, 'txn:off-it');
  expect(lines(await ask(otherPersonId))).not.toMatch(onIt);
  await press(await ask(personId), personId);
  const own = await ask(personId);
  expect(lines(own)).toMatch(/you are on it, <!date/);
  expect(lines(await ask(personId, `${reference} GARO-8f3k2j1`))).toContain('Pending · you are on it');
  expect((await press(own, personId, 'txn:off-it')).text).toBe(`You are no longer on \`${reference}\`.`);
  expect(lines(await ask(personId))).not.toMatch(/on it/);
});
