import type { AppSettings } from '../app-settings.ts';
import type { SlackStandIn } from '../types.ts';
import { describeView } from '../views/kept-view.ts';
import type { Views } from '../views/views.ts';
import { directMessageOf, workspace } from '../workspace.ts';
import type { SendEvent } from './send-event.ts';

interface HomeParts {
  readonly views: Views;
  readonly settings: AppSettings;
  readonly sendEvent: SendEvent;
}

/** A person opens the app's Home tab. */
export function createHomeOpener({ views, settings, sendEvent }: HomeParts): SlackStandIn['openHome'] {
  return async ({ userId = workspace.personId } = {}) => {
    if (!settings.hasHomeTab) throw new Error('The app has no Home tab: manifest.yml does not enable it');
    const published = views.find(({ shown }) => shown.type === 'home' && shown.userId === userId);
    const attempts = await sendEvent(
      { name: 'app_home_opened' },
      {
        type: 'app_home_opened',
        user: userId,
        channel: directMessageOf(userId),
        tab: 'home',
        ...(published && !published.isRefused && { view: describeView(published) }),
        event_ts: (Date.now() / 1_000).toFixed(6),
      },
    );
    const last = attempts.at(-1);
    if (!last) throw new Error('The app does not hear of its Home tab: it does not subscribe to app_home_opened');
    return last;
  };
}
