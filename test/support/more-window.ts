import type { RunningApp } from './run-app.ts';

/** Opens the window of More… below a table. */
export async function openMore(app: RunningApp, messageId: string): Promise<{ viewId: string }> {
  await app.slack.pressButton({ messageId, actionId: 'txn:more-all' });
  await app.bot.inFlight.settled();
  return { viewId: app.slack.views.findLast(({ type }) => type === 'modal')?.id ?? '' };
}

/** Presses a button in the window of More…. */
export async function pressMore(app: RunningApp, messageId: string, actionId: string): Promise<void> {
  await app.slack.pressViewButton({ ...(await openMore(app, messageId)), actionId });
  await app.bot.inFlight.settled();
}

/** Shares a table where it stands. */
export async function shareTable(app: RunningApp, messageId: string): Promise<void> {
  await app.slack.submitView(await openMore(app, messageId));
  await app.bot.inFlight.settled();
}
