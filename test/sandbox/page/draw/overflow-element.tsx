/** @jsxRuntime automatic */
import type { ElementProps } from './element-schemas.ts';
import { MoreIcon } from './icons.tsx';

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
      aria-label="More options"
      aria-haspopup="menu"
    >
      <MoreIcon />
    </button>
  );
}
