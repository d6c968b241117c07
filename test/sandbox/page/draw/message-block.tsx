/** @jsxRuntime automatic */
import { renderToStaticMarkup } from 'react-dom/server';
import { z } from 'zod';
import { ActionElement } from './action-element.tsx';
import { InputBlock, inputSchema } from './input-block.tsx';
import { LibraryBlock } from './library-block.tsx';
import { shieldBlock } from './shield-block.ts';
import { Undrawn } from './undrawn.tsx';

const blockSchema = z.looseObject({ type: z.string(), block_id: z.string().optional() });
const actionsSchema = z.looseObject({ type: z.literal('actions'), elements: z.array(z.unknown()).min(1) });
const accessorySchema = z.looseObject({
  type: z.literal('section'),
  accessory: z.looseObject({ type: z.string().refine((type) => type !== 'image') }),
});

/** The library throws on some blocks (a `raw_number` cell) and draws nothing for those that it does not know. */
function isDrawable(block: unknown, type: string): boolean {
  try {
    const html = renderToStaticMarkup(<LibraryBlock block={block} />);
    return type === 'divider' || /<img|<svg/.test(html) || html.replace(/<[^>]*>/g, '').trim() !== '';
  } catch {
    return false;
  }
}

function LibraryBlockOrJson({ block, type }: { readonly block: unknown; readonly type: string }) {
  const shielded = shieldBlock(block);
  return isDrawable(shielded, type) ? (
    <LibraryBlock block={shielded} />
  ) : (
    <Undrawn what={`${type} block`} value={block} />
  );
}

interface BlockContentProps {
  readonly block: unknown;
  readonly type: string;
  readonly blockId: string | undefined;
}

function BlockContent({ block, type, blockId }: BlockContentProps) {
  const actions = actionsSchema.safeParse(block).data;
  if (actions) {
    return actions.elements.map((element) => (
      <ActionElement key={JSON.stringify(element)} element={element} blockId={blockId} />
    ));
  }
  const input = inputSchema.safeParse(block).data;
  if (input) {
    return <InputBlock block={input} />;
  }
  const section = accessorySchema.safeParse(block).data;
  if (section) {
    const { accessory, ...rest } = section;
    return (
      <>
        <LibraryBlockOrJson block={rest} type={type} />
        <ActionElement element={accessory} blockId={blockId} />
      </>
    );
  }
  return <LibraryBlockOrJson block={block} type={type} />;
}

/** One block of a message or a view: drawn, or as JSON when there is no drawing for it. */
export function MessageBlock({ block }: { readonly block: unknown }) {
  const { type, block_id } = blockSchema.safeParse(block).data ?? { type: 'nameless' };
  return (
    <div className="block" data-block-type={type} data-block-id={block_id}>
      <BlockContent block={block} type={type} blockId={block_id} />
    </div>
  );
}
