import type { RunningApp } from './run-app.ts';

/** Opens the window of More… below a table. */
export async function openMore(app: RunningApp, messageId: string): Promise<{ viewId: string }> {
  await app.answered(app.slack.pressButton({ messageId, actionId: 'txn:more-all' }));
  return { viewId: app.slack.views.findLast(({ type }) => type === 'modal')?.id ?? '' };
}

/** Presses a button in the window of More…. */
export async function pressMore(app: RunningApp, messageId: string, actionId: string): Promise<void> {
  await app.answered(app.slack.pressViewButton({ ...(await openMore(app, messageId)), actionId }));
}

/** Shares a table where it stands. */
export async function shareTable(app: RunningApp, messageId: string): Promise<void> {
  await app.answered(app.slack.submitView(await openMore(app, messageId)));
}
