import type { ShownMessage, SlackStandIn } from 'slack-sandbox';
import { createSlackStandIn, directMessageOf, workspace } from 'slack-sandbox';
import { onTestFinished } from 'vitest';
import type { Asker } from '../../src/command.ts';
import type { BegunWatch } from '../../src/watches/watches.ts';
import { asker } from './asker.ts';
import { type ChangingService, startChangingService } from './changing-service.ts';
import { holdTime } from './hold-time.ts';
import { type RunningApp, runApp } from './run-app.ts';

export interface Watching {
  slack: SlackStandIn;
  service: ChangingService;
  pass: ReturnType<typeof holdTime>['pass'];
  passUntil: ReturnType<typeof holdTime>['passUntil'];
  /** Another process on the same Slack and service. It is stopped at the end of the test. */
  start(env?: Record<string, string>): Promise<RunningApp>;
  /** Begins a watch from what is there now. */
  watch(app: RunningApp, reference: string, who?: Partial<Asker>): Promise<BegunWatch>;
  /** What stands in the person's direct message. */
  told(personId?: string): ShownMessage[];
}

/** Watches in the real app, between a Slack and a service, with time standing still but for what the test lets pass. */
export async function runWatching(): Promise<Watching> {
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
    async start(env = {}) {
      const app = await runApp({
        slack,
        transferApi: { baseUrl: service.url },
        env: { TRANSFER_API_TIMEOUT_MS: '120000', ...env },
      });
      apps.push(app);
      return app;
    },
    async watch({ services }, reference, who = {}) {
      const { transaction } = await services.transferApi.transaction(reference);
      const { personId, channelId } = workspace;
      return services.watches.begin(transaction, { ...asker, personId, channelId, ...who });
    },
    told: (personId = workspace.personId) =>
      slack.messages.filter(({ author, channelId }) => author === 'bot' && channelId === directMessageOf(personId)),
  };
}
