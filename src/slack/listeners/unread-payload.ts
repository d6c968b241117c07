import type { SlackPayload } from '../exchange/payload-kinds.ts';

/** What a door is registered under. */
export function routeOf({ kind, payload }: SlackPayload): string {
  switch (kind) {
    case 'command':
      return payload.command;
    case 'action':
      return payload.action_id.replace(/:\d+$/, ''); // `bank:run:2` is the third of the buttons that run `/bank`
    case 'options':
      return payload.action_id;
    case 'shortcut':
    case 'view':
      return payload.callback_id;
    case 'event':
      return payload.type;
  }
}

const rawMax = 200;

/** What a payload carries that no door reads: the audit log keeps it, as an old or a forged button is worth knowing. */
export function rawText({ kind, payload }: SlackPayload): string | undefined {
  const text = kind === 'command' ? payload.text : kind === 'action' && 'value' in payload ? payload.value : undefined;
  return typeof text === 'string' ? text.slice(0, rawMax) : undefined;
}
