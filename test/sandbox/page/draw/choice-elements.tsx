/** @jsxRuntime automatic */
import { useContext } from 'react';
import { DrawingContext, heldBy } from './drawing-state.ts';
import { confirmData, type ElementProps } from './element-schemas.ts';
import { MoreIcon } from './icons.tsx';

/** One of a few options, all in sight. */
export function RadioButtons({ element, blockId, label }: ElementProps<'radio_buttons'>) {
  const held = heldBy(useContext(DrawingContext), blockId, element.action_id).option ?? element.initial_option;
  return (
    <fieldset
      className="radios"
      data-action-id={element.action_id ?? ''}
      data-element={element.type}
      {...confirmData(element.confirm)}
    >
      <legend className="unseen">{label ?? 'Options'}</legend>
      {element.options.map(({ text, value, description }) => (
        <label key={value}>
          <input
            type="radio"
            name={`${blockId}:${element.action_id}`}
            value={value}
            defaultChecked={held?.value === value}
            data-text={text.text}
          />
          <span>
            {text.text}
            {description && <small>{description.text}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** A menu behind three dots; the browser opens it from the options that stand in the attribute. */
export function OverflowElement({ element }: ElementProps<'overflow'>) {
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
      {...confirmData(element.confirm)}
      aria-label="More options"
      aria-haspopup="menu"
    >
      <MoreIcon />
    </button>
  );
}
