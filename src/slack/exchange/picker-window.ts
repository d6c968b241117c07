import { bankPicker } from '../../views/bank-picker.ts';
import type { Middleware } from './exchange.ts';
import type { SlackPayload } from './payload-kinds.ts';

/**
 * Opens the bank picker before Slack is asked who may ask: a trigger opens a window within three seconds, and that answer
 * may take longer. The empty window holds nothing secret, and a refusal takes its place.
 */
export const pickerWindow: Middleware = async (exchange, next) => {
  if (opensPicker(exchange.incoming)) await exchange.openWindow(bankPicker());
  await next();
};

function opensPicker({ kind, payload }: SlackPayload): boolean {
  return (
    (kind === 'shortcut' && payload.callback_id === 'find_bank_code') ||
    (kind === 'action' && payload.action_id === 'bank:picker')
  );
}
