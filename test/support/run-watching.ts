import { createSlackStandIn, directMessageOf, workspace } from 'slack-sandbox';
import { expect, onTestFinished } from 'vitest';
import type { Asker } from '../../src/policy.ts';
import type { Lead } from '../../src/store/state.ts';
import { asker } from './asker.ts';
import { startChangingService } from './changing-service.ts';
import { holdTime } from './hold-time.ts';
import { type RunningApp, runApp } from './run-app.ts';

const { personId, channelId } = workspace;

/**
 * Somebody watches GARO-1, which is pending, in the real app, with time standing still but for what
 * the test lets pass; `succeed` has it be successful.
 */
export async function watched(env: Record<string, string> = {}, lead?: Lead) {
  const slack = await createSlackStandIn();
  const service = await startChangingService();
  const apps: RunningApp[] = [];
  onTestFinished(async () => {
    await Promise.all(apps.map((each) => each.stop()));
    await slack.close();
    await service.close();
  });
  const time = holdTime();
  /** Another process on the same Slack and service. It is stopped at the end of the test. */
  const start = async (more: Record<string, string> = {}) => {
    const transferApi = { baseUrl: service.url };
    const started = await runApp({
      slack,
      transferApi,
      env: { TRANSFER_API_TIMEOUT_MS: '120000', ...more },
      ...(lead && { lead }),
    });
    apps.push(started);
    return started;
  };
  /** Begins a watch from what is there now. */
  const watch = async ({ services }: RunningApp, reference: string, by: Partial<Asker> = {}) => {
    const { transaction } = await services.transferApi.transaction(reference);
    return services.watches.begin(transaction, { ...asker, personId, channelId, ...by });
  };
  const app = await start({ WATCH_SCHEDULE: '1m', ...env });
  await watch(app, 'GARO-1');
  const own = () => app.services.watches.of(personId);
  return {
    slack,
    service,
    ...time,
    start,
    watch,
    app,
    own,
    /** What stands in the person's direct message. */
    told: () =>
      slack.messages.filter(
        ({ author, channelId: at }) => author === 'bot' && at === directMessageOf(personId),
      ),
    become: (status: string) => service.set(['GARO-1'], { status }),
    succeed: (references = ['GARO-1']) => service.set(references, { status: 'successful' }),
    ended: () => time.passUntil(async () => expect(await own()).toEqual([])),
    posts: () => slack.requests.filter((request) => request === 'chat.postMessage').length,
    outcomes: () => app.audit.map(({ outcome }) => outcome),
  };
}
