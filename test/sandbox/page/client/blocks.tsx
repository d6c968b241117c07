import type { ReactNode } from 'react';
import { z } from 'zod';
import { type BlockOf, block as blockSchema } from '../../slack/block-kit/blocks.ts';
import { CellContent, DataTable } from './data-table.tsx';
import { Each } from './each.ts';
import { Element, InputBlock } from './elements.tsx';
import { Mrkdwn } from './mrkdwn.tsx';
import { RichText } from './rich-text.tsx';

type TextObject = BlockOf<'context'>['elements'][number];

const named = z.looseObject({
  type: z.string().catch('nameless'),
  block_id: z.string().optional().catch(undefined),
});

const layouts: Record<string, string> = { actions: 'row wrap', context: 'row wrap note' };

/** The blocks of a message or a view: each drawn, or as JSON when Slack would not take it. */
export function Blocks({ blocks }: { readonly blocks: readonly unknown[] }) {
  return blocks.map((block, at) => {
    const known = blockSchema.safeParse(block).data;
    const { type, block_id } = named.catch({ type: 'nameless' }).parse(block);
    return (
      // Two blocks may say the same: one without an id goes by its place.
      <div
        key={block_id || `at-${at}`}
        className={`block ${layouts[type] ?? ''}`}
        data-block-type={type}
        data-block-id={block_id}
      >
        {known ? <BlockContent block={known} /> : <Undrawn what={`${type} block`} value={block} />}
      </div>
    );
  });
}

function BlockContent({ block }: { readonly block: z.infer<typeof blockSchema> }): ReactNode {
  switch (block.type) {
    case 'header':
      return <h3>{block.text.text}</h3>;
    case 'section':
      return <Section {...block} />;
    case 'context':
      return <Each of={block.elements}>{(element) => <Text of={element} />}</Each>;
    case 'divider':
      return <hr />;
    case 'actions':
      return (
        <Each of={block.elements}>
          {(element) => <Element element={element} blockId={block.block_id} />}
        </Each>
      );
    case 'input':
      return <InputBlock block={block} />;
    case 'table':
      return <Table {...block} />;
    case 'rich_text':
      return <RichText block={block} />;
    case 'data_table':
      return <DataTable block={block} />;
  }
}

function Section({ text, fields = [], accessory, block_id }: BlockOf<'section'>) {
  return (
    <div className={accessory?.type === 'overflow' ? 'row apart' : accessory && 'row wrap apart'}>
      <div>
        {text && <Text of={text} />}
        {fields.length > 0 && (
          <div className="fields">
            <Each of={fields}>{(field) => <Text of={field} />}</Each>
          </div>
        )}
      </div>
      {accessory && <Element element={accessory} blockId={block_id} />}
    </div>
  );
}

function Text({ of }: { readonly of: TextObject }) {
  return (
    <div className="text">
      {of.type === 'mrkdwn' ? <Mrkdwn text={of.text} verbatim={of.verbatim} /> : of.text}
    </div>
  );
}

function Table({ rows: [head = [], ...rows], column_settings: settings = [] }: BlockOf<'table'>) {
  const row = (cells: typeof head) => (
    <tr>
      <Each of={cells}>
        {(cell, column) => (
          <td align={settings[column]?.align} data-wraps={settings[column]?.is_wrapped}>
            <CellContent cell={cell} />
          </td>
        )}
      </Each>
    </tr>
  );
  return (
    <div className="frame sideways">
      <table>
        <thead>{row(head)}</thead>
        <tbody>
          <Each of={rows}>{row}</Each>
        </tbody>
      </table>
    </div>
  );
}

/**
 * What this page has no drawing for, as its JSON, so that nothing the bot sent goes unseen.
 * @param what it is, `video block`
 */
export function Undrawn({ what, value }: { readonly what: string; readonly value: unknown }) {
  return (
    <div>
      <p className="warning">This page cannot draw this {what}. Its JSON:</p>
      <pre>{JSON.stringify(value, null, 2)}</pre>
    </div>
  );
}
