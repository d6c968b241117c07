import { commands } from '../../commands/index.ts';
import type { Services } from '../../services.ts';
import { home } from '../../views/home.ts';
import type { Dispatch } from './routes.ts';

/** The app's Home tab, drawn anew each time somebody opens it. */
export function registerHome(dispatch: Dispatch, { banks, recentLookUps, spellings }: Services): void {
  dispatch.event('app_home_opened', async (event, exchange) => {
    exchange.answered = true;
    if (event.type !== 'app_home_opened' || event.tab !== 'home') return;
    const view = home({ commands, lookUps: recentLookUps(), bankList: banks.state(), nowMs: Date.now(), spellings });
    await exchange.client.views.publish({ user_id: event.user, view });
  });
}
