/** @jsxRuntime automatic */
import { z } from 'zod';
import { ButtonElement } from './button-element.tsx';
import { elementSchema } from './element-schemas.ts';
import { OverflowElement } from './overflow-element.tsx';
import { ConversationsSelect, StaticSelect } from './select-element.tsx';
import { TextInputElement } from './text-input-element.tsx';
import { TypeaheadElement } from './typeahead-element.tsx';
import { Undrawn } from './undrawn.tsx';

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
