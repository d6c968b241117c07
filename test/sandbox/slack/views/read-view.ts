import { randomBytes } from 'node:crypto';
import { stateOf } from '../block-kit/element-state.ts';
import type { CheckedView } from '../check-view.ts';
import { isRecord } from '../is-record.ts';
import { assignIds } from '../messages/assign-ids.ts';
import type { KeptView } from './kept-view.ts';

export interface ViewPlace {
  readonly type: 'modal' | 'home';
  readonly userId: string;
  /** The view whose place it takes; what was put in there stays. */
  readonly replaced?: KeptView | undefined;
  /** The modal it lies upon. */
  readonly below?: KeptView | undefined;
  /** The conversation that was on the screen. */
  readonly conversation?: string | undefined;
}

/** What the bot sent, as a view on somebody's screen. */
export function readView(payload: unknown, checked: CheckedView, place: ViewPlace): KeptView {
  const { type, userId, replaced, below } = place;
  const sent = isRecord(payload) ? payload : {};
  const id = replaced?.shown.id ?? `V0${randomBytes(5).toString('hex').toUpperCase()}`;
  const conversation = place.conversation ?? replaced?.conversation ?? below?.conversation;
  const blocks = assignIds(checked.blocks);
  const submit = textOf(sent.submit);
  const close = textOf(sent.close);
  return {
    shown: {
      id,
      type,
      userId,
      title: textOf(sent.title) ?? '',
      ...(submit !== undefined && { submit }),
      ...(close !== undefined && { close }),
      callbackId: stringOf(sent.callback_id),
      privateMetadata: stringOf(sent.private_metadata),
      blocks,
      breaches: checked.breaches,
      payload,
      state: stateOf(blocks, replaced?.shown.state, conversation),
      errors: {},
    },
    rootViewId: replaced?.rootViewId ?? below?.rootViewId ?? id,
    previousViewId: replaced ? replaced.previousViewId : (below?.shown.id ?? null),
    ...(conversation !== undefined && { conversation }),
    isRefused: checked.refusal !== undefined,
  };
}

function textOf(value: unknown): string | undefined {
  return isRecord(value) && typeof value.text === 'string' ? value.text : undefined;
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
