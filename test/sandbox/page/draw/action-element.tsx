/** @jsxRuntime automatic */
import { z } from 'zod';
import { Undrawn } from './undrawn.tsx';

const textSchema = z.looseObject({ text: z.string() });
const confirmSchema = z.looseObject({
  title: textSchema,
  text: textSchema,
  confirm: textSchema,
  deny: textSchema,
});
const buttonSchema = z.looseObject({
  type: z.literal('button'),
  action_id: z.string().optional(),
  text: textSchema,
  style: z.string().optional(),
  url: z.url({ protocol: /^https?$/ }).optional(),
  confirm: confirmSchema.optional(),
  accessibility_label: z.string().optional(),
});

const typeSchema = z.looseObject({ type: z.string() });

/** What can be pressed. The library's own button keeps its behaviour in React state, which static markup has none of. */
export function ActionElement({ element }: { readonly element: unknown }) {
  const button = buttonSchema.safeParse(element).data;
  if (!button) {
    return <Undrawn what={`${typeSchema.safeParse(element).data?.type ?? 'nameless'} element`} value={element} />;
  }
  const { action_id, text, style, url, confirm, accessibility_label } = button;
  return (
    <button
      type="button"
      className="press"
      data-action-id={action_id ?? ''}
      data-style={style}
      data-url={url}
      data-confirm-title={confirm?.title.text}
      data-confirm-text={confirm?.text.text}
      data-confirm-yes={confirm?.confirm.text}
      data-confirm-no={confirm?.deny.text}
      aria-label={accessibility_label}
    >
      {text.text}
    </button>
  );
}
