/** @jsxRuntime automatic */
import type { ElementOf } from './element-schemas.ts';

/** A button. The library's own keeps its behaviour in React state, which static markup has none of. */
export function ButtonElement({ element }: { readonly element: ElementOf<'button'> }) {
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
