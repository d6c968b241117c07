/** @jsxRuntime automatic */
import { z } from 'zod';
import { Chart, chartSchema } from './chart.tsx';
import { Container, containerSchema } from './container.tsx';
import { DataTable, dataTableSchema } from './data-table.tsx';
import { ActionElement } from './elements.tsx';
import { InputBlock, inputSchema } from './input-block.tsx';
import { DrawableBlock } from './library.tsx';

const blockSchema = z.looseObject({ type: z.string(), block_id: z.string().optional() });
const actionsSchema = z.looseObject({ type: z.literal('actions'), elements: z.array(z.unknown()).min(1) });
const accessorySchema = z.looseObject({
  type: z.literal('section'),
  accessory: z.looseObject({ type: z.string().refine((type) => type !== 'image') }),
});

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
  const table = dataTableSchema.safeParse(block).data;
  if (table) {
    return <DataTable block={table} />;
  }
  const chart = chartSchema.safeParse(block).data;
  if (chart) {
    return <Chart block={chart} />;
  }
  const container = containerSchema.safeParse(block).data;
  if (container) {
    const children = container.child_blocks.map((child) => <MessageBlock key={JSON.stringify(child)} block={child} />);
    return <Container block={container}>{children}</Container>;
  }
  const section = accessorySchema.safeParse(block).data;
  if (section) {
    const { accessory, ...rest } = section;
    return (
      <>
        <DrawableBlock block={rest} type={type} />
        <ActionElement element={accessory} blockId={blockId} />
      </>
    );
  }
  return <DrawableBlock block={block} type={type} />;
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
