/** @jsxRuntime automatic */
import { useContext } from 'react';
import { DrawingContext, heldBy } from './drawing-state.ts';
import type { ElementProps } from './element-schemas.ts';

/** A line or a field to type in. */
export function TextInputElement({ element, blockId, label }: ElementProps<'plain_text_input'>) {
  const held = heldBy(useContext(DrawingContext), blockId, element.action_id).text;
  const attributes = {
    className: 'pick',
    'aria-label': label ?? element.placeholder?.text ?? 'Text',
    placeholder: element.placeholder?.text,
    maxLength: element.max_length,
    autoComplete: 'off',
    'data-action-id': element.action_id ?? '',
    'data-element': element.type,
    defaultValue: held ?? element.initial_value ?? '',
  };
  return element.multiline ? <textarea rows={4} {...attributes} /> : <input type="text" {...attributes} />;
}
