/** @jsxRuntime automatic */
import { useContext } from 'react';
import { z } from 'zod';
import { DrawingContext } from './drawing-state.ts';
import { ActionElement } from './elements.tsx';

const textSchema = z.looseObject({ text: z.string() });

/** As much of an input block as is drawn here; the element is drawn by its own type. */
export const inputSchema = z.looseObject({
  type: z.literal('input'),
  block_id: z.string().optional(),
  label: textSchema,
  hint: textSchema.optional(),
  optional: z.boolean().optional(),
  element: z.looseObject({ type: z.string() }),
});

/** A question of a modal with its label, its hint and what the bot said is wrong with the answer. */
export function InputBlock({ block }: { readonly block: z.infer<typeof inputSchema> }) {
  const { block_id, label, hint, optional, element } = block;
  const error = useContext(DrawingContext).errors[block_id ?? ''];
  return (
    <div className="field" data-invalid={error !== undefined}>
      <div className="labelled">
        <span className="field-label">
          {label.text}
          {optional && <span className="field-optional"> (optional)</span>}
        </span>
        <ActionElement element={element} blockId={block_id} label={label.text} />
      </div>
      {error !== undefined && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      {hint && <p className="field-hint">{hint.text}</p>}
    </div>
  );
}
