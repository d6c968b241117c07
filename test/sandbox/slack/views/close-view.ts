import type { DeliveryParts } from '../delivery/delivery-parts.ts';
import { describeInteraction, sendInteraction } from '../delivery/interaction.ts';
import type { SlackStandIn } from '../types.ts';
import { workspace } from '../workspace.ts';
import { describeView, type KeptView } from './kept-view.ts';

/** A person closes a modal, and with `clear_on_close` all that lie below it. Throws for what no person could do. */
export function createViewCloser(parts: DeliveryParts): SlackStandIn['closeView'] {
  const { views } = parts;

  return async ({ viewId, userId = workspace.personId }) => {
    const isWanted = ({ shown }: KeptView) => shown.id === viewId && shown.userId === userId;
    const stack = views.stackOf(userId);
    const top = stack.at(-1);
    if (views.find((view) => isWanted(view) && view.isRefused)) {
      views.remove(isWanted);
      return;
    }
    if (!top || !isWanted(top)) throw new Error(`${userId} has no view ${viewId} on top`);
    const closed = top.clearOnClose ? stack : [top];
    views.remove((view) => closed.some(({ shown }) => shown.id === view.shown.id));
    const told = closed.filter(({ notifyOnClose }) => notifyOnClose);
    await Promise.all(
      told.map((view) =>
        sendInteraction(
          parts,
          {
            ...describeInteraction('view_closed', userId, parts),
            view: describeView(view),
            is_cleared: top.clearOnClose,
          },
          { what: `the closing of ${view.shown.callbackId}` },
        ),
      ),
    );
  };
}
