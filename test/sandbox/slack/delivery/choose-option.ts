import type { FoundElement } from '../block-kit/find-element.ts';
import { isRecord } from '../is-record.ts';
import type { Option } from '../types.ts';
import { findConversation } from '../workspace.ts';

const menus = ['static_select', 'external_select', 'conversations_select', 'overflow'];

/** The kinds of element in which one thing is chosen. */
export function isMenu(type: string): boolean {
  return menus.includes(type);
}

/**
 * What the choice adds to the state and to the action. `offered` is what an `external_select` shows at the moment.
 * Throws when the element does not offer it.
 */
export function chooseOption(
  { type, actionId, element }: FoundElement,
  option: Option | { conversation: string },
  offered: readonly unknown[],
): Record<string, unknown> {
  if ('conversation' in option) {
    if (type !== 'conversations_select') throw new Error(`${actionId} offers options, not conversations`);
    const conversation = findConversation(option.conversation);
    if (!conversation) throw new Error(`There is no conversation ${option.conversation}`);
    return { selected_conversation: conversation.id };
  }
  const listed: unknown[] = Array.isArray(element.options) ? element.options : [];
  const options = type === 'external_select' ? [...offered, element.initial_option] : listed;
  const chosen = options.find((each) => isRecord(each) && each.value === option.value);
  if (!chosen) throw new Error(`${actionId} does not offer ${JSON.stringify(option.value)}`);
  return { selected_option: chosen };
}
