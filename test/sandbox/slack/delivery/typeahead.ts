import { type FoundElement, findElement } from '../block-kit/find-element.ts';
import { type CheckedOptions, checkOptions } from '../check-options.ts';
import { slackLimits } from '../slack-limits.ts';
import type { SlackStandIn } from '../types.ts';
import { workspace } from '../workspace.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { describePlace, type FoundPlace, findPlace, placeBlocks } from './find-place.ts';
import { describeInteraction, sendInteraction } from './interaction.ts';
import { toDelivery } from './to-delivery.ts';

type Options = CheckedOptions['options'];

/** What each person's typeaheads show at the moment. */
export interface OfferedOptions {
  to(userId: string, menu: FoundElement, place: FoundPlace): Options;
  set(userId: string, menu: FoundElement, place: FoundPlace, options: Options): void;
}

export function createOfferedOptions(): OfferedOptions {
  const offered = new Map<string, Options>();
  const keyOf = (userId: string, { blockId, actionId }: FoundElement, place: FoundPlace) =>
    JSON.stringify([userId, 'view' in place ? place.view.shown.id : place.message.id, blockId, actionId]);
  return {
    to: (...where) => offered.get(keyOf(...where)) ?? [],
    set(userId, menu, place, options) {
      offered.set(keyOf(userId, menu, place), options);
    },
  };
}

/** A person types into an `external_select`: `block_suggestion`. Throws for what no person could do. */
export function createTypeahead(parts: DeliveryParts & { offered: OfferedOptions }): SlackStandIn['typeahead'] {
  const { log, offered } = parts;

  return async ({ messageId, viewId, blockId, actionId, userId = workspace.personId, value }) => {
    const place = findPlace(parts, { messageId, viewId, userId });
    const menu = findElement(placeBlocks(place), { actionId, blockId, isOf: (type) => type === 'external_select' });
    if (!menu) throw new Error(`There is no typeahead ${actionId}`);
    const { min_query_length: least = slackLimits.select.minQueryLength } = menu.element;
    if (value.length < Number(least)) {
      offered.set(userId, menu, place, []);
      return { delivery: { outcome: 'acked', ackMs: 0 }, options: [] };
    }

    const payload = {
      ...describeInteraction('block_suggestion', userId, parts),
      ...describePlace(place),
      action_id: actionId,
      block_id: menu.blockId,
      value,
    };
    const reception = await sendInteraction(parts, payload, { what: `the typeahead ${actionId}`, readsBody: true });
    const answer: CheckedOptions =
      reception.outcome === 'acked' ? checkOptions(reception.body) : { options: [], breaches: [] };
    for (const breach of answer.breaches) log.reportBreach(`the typeahead ${actionId}: ${breach}`);
    offered.set(userId, menu, place, answer.options);
    const options = answer.options.map(({ text, value: chosen, description }) => ({
      text: text.text,
      value: chosen,
      ...(description && { description: description.text }),
    }));
    return { delivery: toDelivery(reception), options };
  };
}
