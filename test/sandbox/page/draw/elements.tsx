/** @jsxRuntime automatic */
import { useContext } from 'react';
import { z } from 'zod';
import { conversations } from '../places.ts';
import { Undrawn } from './developer-notes.tsx';
import { DrawingContext, heldBy } from './drawing-state.ts';
import { type ElementOf, type ElementProps, elementSchema, type OptionObject } from './element-schemas.ts';
import { MoreIcon } from './icons.tsx';

/** A button. The library's own keeps its behaviour in React state, which static markup has none of. */
function ButtonElement({ element }: { readonly element: ElementOf<'button'> }) {
  const { action_id, text, style, url, accessibility_label } = element;
  return (
    <button
      type="button"
      className="press"
      data-action-id={action_id ?? ''}
      data-style={style}
      data-url={url}
      aria-label={accessibility_label}
    >
      {text.text}
    </button>
  );
}

/** A menu behind three dots; the browser opens it from the options that stand in the attribute. */
function OverflowElement({ element }: ElementProps<'overflow'>) {
  const options = element.options.map(({ text, value, description }) => ({
    text: text.text,
    value,
    ...(description && { description: description.text }),
  }));
  return (
    <button
      type="button"
      className="icon-button overflow"
      data-action-id={element.action_id ?? ''}
      data-element={element.type}
      data-options={JSON.stringify(options)}
      aria-label="More options"
      aria-haspopup="menu"
    >
      <MoreIcon />
    </button>
  );
}

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
function StaticSelect({ element, blockId, label }: ElementProps<'static_select'>) {
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
function ConversationsSelect({ element, blockId, label }: ElementProps<'conversations_select'>) {
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

/** A line or a field to type in. */
function TextInputElement({ element, blockId, label }: ElementProps<'plain_text_input'>) {
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

/** Slack's own, when the element does not say. */
const defaultMinQueryLength = 3;

/** A choice among options that the bot offers for what is typed; the browser asks for them and lists them. */
function TypeaheadElement({ element, blockId, label }: ElementProps<'external_select'>) {
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

const typeSchema = z.looseObject({ type: z.string() });

interface ActionElementProps {
  readonly element: unknown;
  readonly blockId: string | undefined;
  /** Of the input block that it stands in. */
  readonly label?: string;
}

/** What can be pressed, chosen or typed in. */
export function ActionElement({ element, blockId, label }: ActionElementProps) {
  const known = elementSchema.safeParse(element).data;
  const place = { blockId, label };
  switch (known?.type) {
    case 'button':
      return <ButtonElement element={known} />;
    case 'static_select':
      // One with nothing to choose from is none.
      if (known.options.length + known.option_groups.length > 0) return <StaticSelect element={known} {...place} />;
      break;
    case 'external_select':
      return <TypeaheadElement element={known} {...place} />;
    case 'conversations_select':
      return <ConversationsSelect element={known} {...place} />;
    case 'overflow':
      return <OverflowElement element={known} {...place} />;
    case 'plain_text_input':
      return <TextInputElement element={known} {...place} />;
  }
  return <Undrawn what={`${typeSchema.safeParse(element).data?.type ?? 'nameless'} element`} value={element} />;
}
