import type { AppSettings } from '../../manifest.ts';
import type { DeliveryParts } from '../delivery/interaction.ts';
import type { MessageLog } from '../messages/message-log.ts';
import type { SentView, Views } from '../views/views.ts';
import { describeView, type KeptView } from '../views/views.ts';
import type { WebApiAnswer, WebApiMethod } from './web-api.ts';

interface ViewParts {
  readonly log: MessageLog;
  readonly views: Views;
  readonly triggerIds: DeliveryParts['triggerIds'];
  readonly settings: AppSettings;
}

const triggerErrors = {
  unknown: 'invalid_trigger_id',
  used: 'exchanged_trigger_id',
  expired: 'expired_trigger_id',
};

/** The Web API's `views.*`, none of which needs a scope. */
export function createViewMethods({
  log,
  views,
  triggerIds,
  settings,
}: ViewParts): Record<string, WebApiMethod> {
  function refuse(via: string, error: string, message = error): WebApiAnswer {
    log.reportBreach(`${via}: ${message}`);
    return { ok: false, error, response_metadata: { messages: [`[ERROR] ${message}`] } };
  }

  /**
   * `views.push` wants a modal to lie upon; `views.open` takes one when the trigger_id came from
   * it.
   */
  const show = (via: string, isPush: boolean): WebApiMethod['run'] => {
    return ({ trigger_id, view: payload }) => {
      if (typeof trigger_id !== 'string')
        return refuse(via, 'invalid_arguments', 'missing required field: trigger_id');
      const trigger = triggerIds.find(trigger_id);
      if ('error' in trigger) return refuse(via, triggerErrors[trigger.error]);
      const { userId, viewId, channelId } = trigger.origin;
      const isTriggered = (view: KeptView) =>
        view.shown.type === 'modal' && view.shown.id === viewId;
      const below = views.find(isTriggered) && views.stackOf(userId).at(-1);
      if (isPush && !below)
        return refuse(via, 'invalid_arguments', 'the trigger_id is of no open modal');
      const sent = views.show({ payload, via, userId, below, conversation: channelId });
      if (!sent.refusal) triggerIds.spend(trigger_id);
      return answer(sent);
    };
  };

  const methods: Record<string, WebApiMethod['run']> = {
    'views.open': show('views.open', false),
    'views.push': show('views.push', true),
    'views.update': ({ view_id: viewId, view: payload }) => {
      const view = views.find(({ shown }) => shown.id === viewId);
      // Whoever closed it meanwhile did nothing wrong, and neither did the bot.
      if (!view) return { ok: false, error: 'not_found' };
      return answer(views.replace({ view, payload, via: 'views.update' }));
    },
    'views.publish': ({ user_id: userId, view: payload }) => {
      const via = 'views.publish';
      if (typeof userId !== 'string')
        return refuse(via, 'invalid_arguments', 'missing required field: user_id');
      if (!settings.hasHomeTab)
        return refuse(via, 'not_enabled', 'manifest.yml does not enable the Home tab');
      return answer(views.publish({ payload, via, userId }));
    },
  };
  return Object.fromEntries(
    Object.entries(methods).map(([name, run]) => [name, { token: 'bot', run }]),
  );
}

function answer({ view, refusal, breaches }: SentView): WebApiAnswer {
  if (refusal === undefined && view) return { ok: true, view: describeView(view) };
  const messages = breaches.map((breach) => `[ERROR] ${breach}`);
  return { ok: false, error: refusal ?? 'invalid_arguments', response_metadata: { messages } };
}
