import type { SlackStandIn } from '../types.ts';
import { workspace } from '../workspace.ts';
import type { KeptView } from './kept-view.ts';
import type { Views } from './views.ts';

/** A person closes a modal. Throws for what no person could do. */
export function createViewCloser({ views }: { readonly views: Views }): SlackStandIn['closeView'] {
  return async ({ viewId, userId = workspace.personId }) => {
    const isWanted = ({ shown }: KeptView) => shown.id === viewId && shown.userId === userId;
    const top = views.stackOf(userId).at(-1);
    const isRefused = views.find((view) => isWanted(view) && view.isRefused) !== undefined;
    if (!isRefused && !(top && isWanted(top))) throw new Error(`${userId} has no view ${viewId} on top`);
    views.remove(isWanted);
  };
}
