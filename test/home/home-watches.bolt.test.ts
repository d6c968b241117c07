import { workspace } from 'slack-sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UserError } from '../../src/errors.ts';
import { type ChangingService, startChangingService } from '../support/changing-service.ts';
import { type RunningApp, runApp } from '../support/run-app.ts';

const { personId, otherPersonId, directMessageId, channelId } = workspace;
let service: ChangingService;
let app: RunningApp;
beforeEach(async () => {
  service = await startChangingService();
  app = await runApp({ transferApi: { baseUrl: service.url } });
});
afterEach(async () => {
  expect(app.slack.breaches).toEqual([]);
  await app.stop();
  await service.close();
});

const view = (type: 'home' | 'modal', userId: string = personId) =>
  app.slack.views.find((shown) => shown.type === type && shown.userId === userId);
const shownOn = (type: 'home' | 'modal', userId?: string) => JSON.stringify(view(type, userId)?.blocks);
const open = async (userId: string = personId, on = app) => {
  await app.slack.openHome({ userId });
  await on.bot.inFlight.settled();
};
const press = async (actionId: string) => {
  await app.slack.pressViewButton({ viewId: view('home')?.id ?? '', actionId });
  await app.bot.inFlight.settled();
};
const watch = async (...references: string[]) => {
  await app.slack.sendCommand({ command: '/txn', text: `watch ${references.join(' ')}` });
};

describe('Home', () => {
  it('lists what its person watches, and a button stops each', async () => {
    await open();
    expect(shownOn('home')).not.toContain('Watching');
    await watch('GARO-1000001', 'GARO-1000002');
    await open();
    expect(shownOn('home')).toMatch(
      /"Watching".*`GARO-1000001`\\n◷ Pending · until <!date.*`GARO-1000002`.*"The transfer service"/,
    );
    await open(otherPersonId);
    expect(shownOn('home', otherPersonId)).not.toContain('home:stop');

    await press('home:stop:0');
    expect(shownOn('home')).not.toMatch(/"Watching".*`GARO-1000001`.*"The transfer service"/);
    expect(shownOn('home')).toContain('home:stop:0');
    expect((await app.services.watches.of(personId)).map(({ reference }) => reference)).toEqual(['GARO-1000002']);
    expect(app.audit.at(-1)).toMatchObject({
      door: 'home:stop:0',
      command: 'txn',
      asked: 'GARO-1000001',
      outcome: 'answered',
    });
    expect(view('modal')).toBeUndefined();
  });

  it('shows of what is watched the status that its person saw last', async () => {
    await watch('GARO-1000001');
    service.set(['GARO-1000001'], { status: 'failed' });
    await app.slack.sendCommand({ command: '/txn', text: 'GARO-1000001' });
    await open();
    expect(shownOn('home')).toMatch(/"Watching".*`GARO-1000001`\\n✕ Failed · until/);
  });

  it('begins a watch from its field, in a window, and shows it', async () => {
    await open();
    await app.slack.typeText({ viewId: view('home')?.id ?? '', actionId: 'home:paste', text: 'watch GARO-1000001' });
    await press('home:ask');
    expect(shownOn('modal')).toContain('Watching `GARO-1000001`: pending now.');
    expect(shownOn('home')).toContain('home:stop:0');
  });

  it('is drawn also while nobody can say what is watched, and says so', async () => {
    app.services.watches.of = async () => {
      throw new UserError('Watches cannot be kept right now.');
    };
    await open();
    expect(shownOn('home')).toMatch(/"Watching".*Watches cannot be kept right now\./);
  });

  it('has no Stop where the policy allows no windows, and says what stops a watch', async () => {
    const env = { ALLOWED_CHANNELS: `${directMessageId},${channelId}` };
    const strict = await runApp({ slack: app.slack, transferApi: { baseUrl: service.url }, env });
    await watch('GARO-1000001');
    await open(personId, strict);
    expect(shownOn('home')).toMatch(/`GARO-1000001`\\n◷ [Pp]ending.*`\/txn watching` stops one/);
    expect(shownOn('home')).not.toContain('action_id');
    await strict.stop();
  });
});
