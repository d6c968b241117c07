import { createSlackStandIn, directMessageOf, workspace } from 'slack-sandbox';
import { expect, onTestFinished } from 'vitest';
import type { Asker } from '../../src/command.ts';
import { asker } from './asker.ts';
import { startChangingService } from './changing-service.ts';
import { holdTime } from './hold-time.ts';
import { type RunningApp, runApp } from './run-app.ts';

/** Watches in the real app, between a Slack and a service, with time standing still but for what the test lets pass. */
async function runWatching() {
  const slack = await createSlackStandIn();
  const service = await startChangingService();
  const apps: RunningApp[] = [];
  onTestFinished(async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await slack.close();
    await service.close();
  });
  const time = holdTime();
  return {
    slack,
    service,
    ...time,
    /** Another process on the same Slack and service. It is stopped at the end of the test. */
    async start(env: Record<string, string> = {}) {
      const app = await runApp({
        slack,
        transferApi: { baseUrl: service.url },
        env: { TRANSFER_API_TIMEOUT_MS: '120000', ...env },
      });
      apps.push(app);
      return app;
    },
    /** Begins a watch from what is there now. */
    async watch({ services }: RunningApp, reference: string, who: Partial<Asker> = {}) {
      const { transaction } = await services.transferApi.transaction(reference);
      const { personId, channelId } = workspace;
      return services.watches.begin(transaction, { ...asker, personId, channelId, ...who });
    },
    /** What stands in the person's direct message. */
    told: (personId: string = workspace.personId) =>
      slack.messages.filter(({ author, channelId }) => author === 'bot' && channelId === directMessageOf(personId)),
  };
}

/** Somebody watches GARO-1, which is pending; `succeed` has it be successful. */
export async function watched(env: Record<string, string> = {}, who: Partial<Asker> = {}) {
  const watching = await runWatching();
  const { slack, service, start, watch, passUntil } = watching;
  const app = await start({ WATCH_SCHEDULE: '1m', ...env });
  await watch(app, 'GARO-1', who);
  const own = () => app.services.watches.of(who.personId ?? workspace.personId);
  return {
    ...watching,
    app,
    own,
    become: (status: string) => service.set(['GARO-1'], { status }),
    succeed: (references = ['GARO-1']) => service.set(references, { status: 'successful' }),
    ended: () => passUntil(async () => expect(await own()).toEqual([])),
    posts: () => slack.requests.filter((request) => request === 'chat.postMessage').length,
    outcomes: () => app.audit.map(({ outcome }) => outcome),
  };
}
