import type { DeliveryParts } from '../delivery/delivery-parts.ts';
import { isRecord } from '../is-record.ts';
import type { KeptView } from './kept-view.ts';

const via = 'ack of a submission';

/** Does what the ack of a submission says: close, show errors, or show another view. */
export function createSubmissionAnswers({ views, log }: Pick<DeliveryParts, 'views' | 'log'>) {
  const complain = (problem: string) => log.reportBreach(`${via}: ${problem}`);

  return (viewId: string, body: unknown): void => {
    const view = views.find(({ shown }) => shown.id === viewId);
    if (!view) return;
    if (body === undefined) {
      views.remove(({ shown }) => shown.id === viewId);
      return;
    }
    const answer = isRecord(body) ? body : {};
    switch (answer.response_action) {
      case 'errors':
        showErrors(view, answer.errors);
        break;
      case 'update':
        views.replace({ view, payload: answer.view, via });
        break;
      case 'push':
        views.show({ userId: view.shown.userId, below: view, payload: answer.view, via });
        break;
      case 'clear':
        views.remove(({ shown }) => shown.type === 'modal' && shown.userId === view.shown.userId);
        break;
      default:
        complain(`${JSON.stringify(body)} is no response_action; Slack shows that it had trouble connecting`);
    }
  };

  function showErrors({ shown: { id, blocks } }: KeptView, errors: unknown): void {
    const inputs = blocks.filter(isRecord).filter(({ type }) => type === 'input');
    const known = inputs.map(({ block_id }) => block_id);
    const entries = Object.entries(isRecord(errors) ? errors : {});
    if (!entries.length) complain('errors is empty');
    for (const [blockId, sentence] of entries) {
      if (!known.includes(blockId)) complain(`errors names ${blockId}, which is no input block of the view`);
      else if (typeof sentence !== 'string' || !sentence) complain(`errors says nothing about ${blockId}`);
    }
    const shown = entries.flatMap(([blockId, sentence]) =>
      known.includes(blockId) && typeof sentence === 'string' ? [[blockId, sentence] as const] : [],
    );
    views.change(id, { errors: Object.fromEntries(shown) });
  }
}
