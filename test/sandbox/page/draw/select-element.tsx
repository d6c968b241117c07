/** @jsxRuntime automatic */
import { useContext } from 'react';
import { conversations } from '../places.ts';
import { DrawingContext, heldBy } from './drawing-state.ts';
import type { ElementProps, OptionObject } from './element-schemas.ts';

function Options({ options }: { readonly options: readonly OptionObject[] }) {
  return options.map(({ text, value, description }) => (
    <option key={value} value={value} data-description={description?.text}>
      {text.text}
    </option>
  ));
}

function Nothing({ text }: { readonly text: string }) {
  return (
    <option value="" disabled hidden>
      {text}
    </option>
  );
}

/** A choice among options that the bot sent along: the browser's own select, which every phone and keyboard knows. */
export function StaticSelect({ element, blockId, label }: ElementProps<'static_select'>) {
  const held = heldBy(useContext(DrawingContext), blockId, element.action_id).option ?? element.initial_option;
  const placeholder = element.placeholder?.text ?? 'Choose an option';
  return (
    <select
      className="pick"
      data-action-id={element.action_id ?? ''}
      data-element={element.type}
      aria-label={label ?? placeholder}
      defaultValue={held?.value ?? ''}
    >
      <Nothing text={placeholder} />
      <Options options={element.options} />
      {element.option_groups.map(({ label: groupLabel, options }) => (
        <optgroup key={groupLabel.text} label={groupLabel.text}>
          <Options options={options} />
        </optgroup>
      ))}
    </select>
  );
}

/** A choice among the conversations of the workspace. */
export function ConversationsSelect({ element, blockId, label }: ElementProps<'conversations_select'>) {
  const state = useContext(DrawingContext);
  const held = heldBy(state, blockId, element.action_id).conversation;
  const open = conversations.filter(({ onlyFor }) => onlyFor === undefined || onlyFor === state.userId);
  const placeholder = element.placeholder?.text ?? 'Choose a conversation';
  return (
    <select
      className="pick"
      data-action-id={element.action_id ?? ''}
      data-element={element.type}
      aria-label={label ?? placeholder}
      defaultValue={held ?? element.initial_conversation ?? ''}
    >
      <Nothing text={placeholder} />
      {open.map(({ id, name, kind }) => (
        <option key={id} value={id}>
          {kind === 'channel' ? `# ${name}` : name}
        </option>
      ))}
    </select>
  );
}
