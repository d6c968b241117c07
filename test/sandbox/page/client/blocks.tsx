import { Component, Fragment, type ReactNode } from 'react';
import { z } from 'zod';
import { DataTable, dataTableSchema } from './data-table.tsx';
import { Each } from './each.ts';
import { Element, InputBlock, inputSchema } from './elements.tsx';
import { Mrkdwn } from './mrkdwn.tsx';
import { RichText, richTextSchema } from './rich-text.tsx';

const text = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('plain_text'), text: z.string() }),
  z.looseObject({ type: z.literal('mrkdwn'), text: z.string(), verbatim: z.boolean().optional() }),
]);
const image = z.looseObject({ type: z.literal('image'), alt_text: z.string().default('') });
const common = { block_id: z.string().optional() };
const cell = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('raw_text'), text: z.string() }),
  richTextSchema,
]);

const blockSchema = z.discriminatedUnion('type', [
  z.looseObject({ ...common, type: z.literal('header'), text }),
  z.looseObject({
    ...common,
    type: z.literal('section'),
    text: text.optional(),
    fields: z.array(text).optional(),
    accessory: z.looseObject({ type: z.string() }).optional(),
  }),
  z.looseObject({ ...common, type: z.literal('context'), elements: z.array(z.union([text, image])) }),
  z.looseObject({ ...common, type: z.literal('divider') }),
  image.extend(common),
  z.looseObject({ ...common, type: z.literal('actions'), elements: z.array(z.unknown()).min(1) }),
  z.looseObject({
    ...common,
    type: z.literal('table'),
    rows: z.array(z.array(cell)).min(1),
    column_settings: z
      .array(z.looseObject({ align: z.string().optional(), is_wrapped: z.boolean().optional() }).nullable())
      .default([]),
  }),
  inputSchema,
  richTextSchema.extend(common),
  dataTableSchema,
]);

type Block = z.infer<typeof blockSchema>;
type TextObject = z.infer<typeof text>;

/** Two blocks may say the same: one without an id goes by its place. */
const keyOf = (block: unknown, at: number) => {
  const id = common.block_id.safeParse(Object(block).block_id).data;
  return id === undefined || id === '' ? `at-${at}` : id;
};

/** The blocks of a message or a view: each drawn, or as JSON when there is no drawing for it. */
export function Blocks({ blocks }: { readonly blocks: readonly unknown[] }) {
  return blocks.map((block, at) => {
    const known = blockSchema.safeParse(block).data;
    const type = known?.type ?? z.string().catch('nameless').parse(Object(block).type);
    return (
      <div key={keyOf(block, at)} className="block" data-block-type={type} data-block-id={known?.block_id}>
        {known ? (
          <Guarded otherwise={<Undrawn what={`${type} block`} value={block} />}>
            <BlockContent block={known} />
          </Guarded>
        ) : (
          <Undrawn what={`${type} block`} value={block} />
        )}
      </div>
    );
  });
}

function BlockContent({ block }: { readonly block: Block }): ReactNode {
  switch (block.type) {
    case 'header':
      return (
        <h3>
          <Text of={block.text} />
        </h3>
      );
    case 'section':
      return <Section {...block} />;
    case 'context':
      return (
        <Each of={block.elements}>
          {(element) => (element.type === 'image' ? <Picture alt={element.alt_text} /> : <Text of={element} />)}
        </Each>
      );
    case 'divider':
      return <hr />;
    case 'image':
      return <Picture alt={block.alt_text} />;
    case 'actions':
      return <Each of={block.elements}>{(element) => <Element element={element} blockId={block.block_id} />}</Each>;
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

function Section({ text, fields = [], accessory, block_id }: Extract<Block, { type: 'section' }>) {
  return (
    <>
      <div>
        {text && <Text of={text} />}
        {fields.length > 0 && (
          <div className="fields">
            <Each of={fields}>{(field) => <Text of={field} />}</Each>
          </div>
        )}
      </div>
      {accessory?.type === 'image' && <Picture alt={z.string().catch('').parse(accessory.alt_text)} />}
      {accessory && accessory.type !== 'image' && <Element element={accessory} blockId={block_id} />}
    </>
  );
}

function Text({ of }: { readonly of: TextObject }) {
  return (
    <div className="text">{of.type === 'mrkdwn' ? <Mrkdwn text={of.text} verbatim={of.verbatim} /> : of.text}</div>
  );
}

/** Nothing is loaded from elsewhere: a picture is its words. */
const Picture = ({ alt }: { readonly alt: string }) => <img src="/picture.svg" alt={alt} title={alt} />;

function Table({ rows, column_settings }: Extract<Block, { type: 'table' }>) {
  return (
    <div className="table">
      <table>
        <tbody>
          <Each of={rows}>
            {(cells) => (
              <tr>
                <Each of={cells}>
                  {(cell, column) => (
                    <td data-align={column_settings[column]?.align} data-wraps={column_settings[column]?.is_wrapped}>
                      {cell.type === 'raw_text' ? cell.text : <RichText block={cell} />}
                    </td>
                  )}
                </Each>
              </tr>
            )}
          </Each>
        </tbody>
      </table>
    </div>
  );
}

interface UndrawnProps {
  /** What it is, `video block`. */
  readonly what: string;
  readonly value: unknown;
}

/** What this page has no drawing for, as its JSON, so that nothing the bot sent goes unseen. */
export function Undrawn({ what, value }: UndrawnProps) {
  return (
    <div className="undrawn">
      <p className="undrawn-note">This page cannot draw this {what}. Its JSON:</p>
      <pre>{JSON.stringify(value, null, 2)}</pre>
    </div>
  );
}

interface GuardedProps {
  readonly children: ReactNode;
  readonly otherwise: ReactNode;
}

/** Draws what it can, and the other thing where that throws. */
class Guarded extends Component<GuardedProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return <Fragment>{this.state.hasFailed ? this.props.otherwise : this.props.children}</Fragment>;
  }
}
