/** @jsxRuntime automatic */
import { useContext } from 'react';
import { DrawingContext, heldBy } from './drawing-state.ts';
import type { ElementProps } from './element-schemas.ts';

/** Slack's own, when the element does not say. */
const defaultMinQueryLength = 3;

/** A choice among options that the bot offers for what is typed; the browser asks for them and lists them. */
export function TypeaheadElement({ element, blockId, label }: ElementProps<'external_select'>) {
  const held = heldBy(useContext(DrawingContext), blockId, element.action_id).option ?? element.initial_option;
  const placeholder = element.placeholder?.text ?? 'Type to search';
  return (
    <span className="typeahead">
      <input
        type="text"
        className="pick"
        role="combobox"
        aria-expanded="false"
        aria-autocomplete="list"
        aria-label={label ?? placeholder}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        data-action-id={element.action_id ?? ''}
        data-element={element.type}
        data-min-length={element.min_query_length ?? defaultMinQueryLength}
        defaultValue={held?.text.text ?? ''}
      />
      <span className="offers" popover="manual">
        <span className="offer-list" role="listbox" aria-label={label ?? placeholder} />
        <span className="offer-note" role="status" />
      </span>
    </span>
  );
}
