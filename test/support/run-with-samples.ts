import type { SampleTransferService } from 'slack-sandbox/transfer-service';
import { createSampleTransferService } from 'slack-sandbox/transfer-service';
import type { TestContext } from 'vitest';
import { type RunAppOptions, type RunningApp, runApp } from './run-app.ts';

export interface RunWithSamplesOptions extends Omit<RunAppOptions, 'transferApi'> {
  /** How long the slow samples take; by default longer than it takes until the line that says to wait. */
  slowMs?: number;
  /** How long after it was first asked for the changing sample is another. */
  changesAfterMs?: number;
}

/** The app with the sample service behind it, for one test and until its end: such tests can wait side by side. */
export async function runWithSamples(
  { onTestFinished }: TestContext,
  { slowMs = 2400, changesAfterMs = 60_000, ...options }: RunWithSamplesOptions = {},
): Promise<RunningApp & { service: SampleTransferService }> {
  const service = await createSampleTransferService({ slowMs, changesAfterMs });
  const app = await runApp({ ...options, transferApi: service });
  onTestFinished(async () => {
    await app.stop();
    await service.close();
  });
  return { ...app, service };
}
