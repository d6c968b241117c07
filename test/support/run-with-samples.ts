import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import type { TestContext } from 'vitest';
import { type RunAppOptions, type RunningApp, runApp } from './run-app.ts';

interface RunWithSamplesOptions extends Omit<RunAppOptions, 'transferApi'> {
  /**
   * How long the slow samples take; by default longer than it takes until the line that says to
   * wait.
   */
  slowMs?: number;
}

export type AppWithSamples = Awaited<ReturnType<typeof startWithSamples>>;

/** The app with the sample service behind it, until `stop`. */
export async function startWithSamples({ slowMs = 2400, ...options }: RunWithSamplesOptions = {}) {
  const service = await createSampleTransferService({ slowMs });
  const app = await runApp({ ...options, transferApi: service });
  const stop = async () => {
    await app.stop();
    await service.close();
  };
  return { ...app, service, stop };
}

/** The same for one test and until its end: such tests can wait side by side. */
export async function runWithSamples(
  { onTestFinished }: TestContext,
  options?: RunWithSamplesOptions,
): Promise<AppWithSamples> {
  const app = await startWithSamples(options);
  onTestFinished(app.stop);
  return app;
}

/** Opens the window of More… below a table, or that of Share. */
async function openMore(
  app: RunningApp,
  messageId: string,
  actionId = 'txn:more-all',
): Promise<{ viewId: string }> {
  await app.answered(app.slack.pressButton({ messageId, actionId }));
  return { viewId: app.slack.views.findLast(({ type }) => type === 'modal')?.id ?? '' };
}

/** Presses a button in the window of More…. */
export async function pressMore(
  app: RunningApp,
  messageId: string,
  actionId: string,
): Promise<void> {
  await app.answered(app.slack.pressViewButton({ ...(await openMore(app, messageId)), actionId }));
}

/** Shares a table where it stands. */
export async function shareTable(app: RunningApp, messageId: string): Promise<void> {
  await app.answered(app.slack.submitView(await openMore(app, messageId, 'txn:share-all')));
}
