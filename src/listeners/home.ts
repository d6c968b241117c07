import type { App } from '@slack/bolt';
import { commands } from '../commands/index.ts';
import type { BotContext } from '../middleware/exchange.ts';
import type { Services } from '../services.ts';
import { home } from '../views/home.ts';

/** The app's Home tab, drawn anew each time somebody opens it. */
export function registerHome(app: App<BotContext>, { banks, recentLookUps, spellings }: Services): void {
  app.event('app_home_opened', async ({ event, client, context: { exchange } }) => {
    exchange.answered = true;
    if (event.tab !== 'home') return;
    const view = home({ commands, lookUps: recentLookUps(), bankList: banks.state(), nowMs: Date.now(), spellings });
    await client.views.publish({ user_id: event.user, view });
  });
}
