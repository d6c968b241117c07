import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AppSettings } from '../../manifest.ts';
import {
  type DeliveryParts,
  type Reception,
  type Retry,
  toDelivery,
} from '../delivery/interaction.ts';
import type { Asker, Delivery, ShownMessage } from '../types.ts';
import { describeView, type Views } from '../views/views.ts';
import { directMessageOf, isDirectMessage, workspace } from '../workspace.ts';

export interface EventParts
  extends Pick<DeliveryParts, 'log' | 'deliver' | 'directory' | 'verificationToken'> {
  readonly settings: AppSettings;
  readonly retryDelaysMs: readonly number[];
}

/** As the manifest names it, and the scope without which Slack does not send it. */
interface Subscription {
  readonly name: string;
  readonly scope?: string;
}

export type SendEvent = (
  subscription: Subscription,
  event: Readonly<Record<string, unknown>>,
) => Promise<Delivery[]>;

/**
 * The Events API: an event that was not acknowledged is sent again, up to three times, with the
 * same event_id. Answers with every attempt; with none when the app does not subscribe to the
 * event.
 */
export function createEventSender({
  log,
  deliver,
  directory,
  verificationToken,
  settings,
  retryDelaysMs,
}: EventParts): SendEvent {
  return async ({ name, scope }, event) => {
    if (!settings.events.includes(name)) return [];
    if (scope !== undefined && !settings.scopes.includes(scope)) {
      log.reportBreach(`the event ${name} needs the scope ${scope}`);
      return [];
    }
    const isShared = typeof event.channel === 'string' && directory.isShared(event.channel);
    const payload = { ...envelop(event, verificationToken), is_ext_shared_channel: isShared };
    const attempts: Delivery[] = [];
    let retry: Retry | undefined;
    for (const delayMs of [0, ...retryDelaysMs]) {
      if (delayMs > 0) await delay(delayMs);
      const reception = await deliver('events_api', payload, retry);
      attempts.push(toDelivery(reception));
      if (reception.outcome === 'acked') break;
      log.reportBreach(`the event ${name} ${reception.outcome}`);
      if (reception.noRetry) break;
      retry = { attempt: attempts.length, reason: reasonOf(reception) };
    }
    return attempts;
  };
}

/**
 * What the bot says, changes and deletes in a direct message comes back to it, as it subscribes to
 * all messages there. Nobody waits for an ack of that.
 */
export function createEcho({
  deliver,
  settings,
  verificationToken,
}: Pick<EventParts, 'deliver' | 'settings' | 'verificationToken'>) {
  return ({ channelId, ...message }: ShownMessage, change: Readonly<Record<string, unknown>>) => {
    if (!isDirectMessage(channelId) || !settings.events.includes('message.im')) return;
    const { ts } = message;
    const place = { channel: channelId, channel_type: 'im', event_ts: ts };
    const event = { type: 'message', ts, ...change, ...place };
    void deliver('events_api', envelop(event, verificationToken));
  };
}

export type Echo = ReturnType<typeof createEcho>;

function envelop(event: Readonly<Record<string, unknown>>, token: string) {
  const { teamId, appId, botUserId } = workspace;
  return {
    token,
    team_id: teamId,
    context_team_id: teamId,
    context_enterprise_id: null,
    api_app_id: appId,
    event,
    type: 'event_callback',
    event_id: `Ev0${randomBytes(5).toString('hex').toUpperCase()}`,
    event_time: Math.floor(Date.now() / 1_000),
    authorizations: [
      {
        enterprise_id: null,
        team_id: teamId,
        user_id: botUserId,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    event_context: `4-${randomBytes(12).toString('base64url')}`,
  };
}

function reasonOf({ outcome, httpStatus }: Reception): string {
  if (outcome === 'timed_out') return 'http_timeout';
  return httpStatus === undefined ? 'connection_failed' : 'http_error';
}

interface HomeParts {
  readonly views: Views;
  readonly settings: AppSettings;
  readonly sendEvent: SendEvent;
}

/**
 * A person opens the app's Home tab: `app_home_opened`. Throws when the app has none or does not
 * subscribe to the event.
 */
export function createHomeOpener({ views, settings, sendEvent }: HomeParts) {
  return async ({ userId = workspace.personId }: Asker = {}): Promise<Delivery> => {
    if (!settings.hasHomeTab)
      throw new Error('The app has no Home tab: manifest.yml does not enable it');
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
    if (!last)
      throw new Error(
        'The app does not hear of its Home tab: it does not subscribe to app_home_opened',
      );
    return last;
  };
}
