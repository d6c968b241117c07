import type { ReactNode } from 'react';
import { z } from 'zod';
import { Each } from './each.ts';
import { Link, Mention } from './mrkdwn.tsx';
import { SlackDate } from './slack-date.tsx';

const style = z
  .looseObject({
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    strike: z.boolean().optional(),
    code: z.boolean().optional(),
  })
  .optional();

const inlineSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string(), style }),
  z.looseObject({ type: z.literal('link'), url: z.string(), text: z.string().optional() }),
  z.looseObject({ type: z.literal('user'), user_id: z.string() }),
  z.looseObject({ type: z.literal('channel'), channel_id: z.string() }),
  z.looseObject({ type: z.literal('usergroup'), usergroup_id: z.string() }),
  z.looseObject({ type: z.literal('broadcast'), range: z.string() }),
  z.looseObject({ type: z.literal('emoji'), name: z.string() }),
  z.looseObject({
    type: z.literal('date'),
    timestamp: z.number(),
    format: z.string(),
    fallback: z.string().optional(),
  }),
]);
type Inline = z.infer<typeof inlineSchema>;

const sectionSchema = z.looseObject({ type: z.literal('rich_text_section'), elements: z.array(inlineSchema) });
const partSchema = z.discriminatedUnion('type', [
  sectionSchema,
  z.looseObject({ type: z.literal('rich_text_quote'), elements: z.array(inlineSchema) }),
  z.looseObject({ type: z.literal('rich_text_preformatted'), elements: z.array(inlineSchema) }),
  z.looseObject({
    type: z.literal('rich_text_list'),
    style: z.enum(['bullet', 'ordered']).default('bullet'),
    elements: z.array(sectionSchema),
  }),
]);

export const richTextSchema = z.looseObject({ type: z.literal('rich_text'), elements: z.array(partSchema) });

/** A text as its parts, each with its style. */
export function RichText({ block }: { readonly block: z.infer<typeof richTextSchema> }) {
  return <Each of={block.elements}>{(part) => <Part part={part} />}</Each>;
}

function Part({ part }: { readonly part: z.infer<typeof partSchema> }) {
  switch (part.type) {
    case 'rich_text_section':
      return (
        <div className="text">
          <Inlines elements={part.elements} />
        </div>
      );
    case 'rich_text_quote':
      return (
        <blockquote>
          <Inlines elements={part.elements} />
        </blockquote>
      );
    case 'rich_text_preformatted':
      return (
        <pre>
          <Inlines elements={part.elements} />
        </pre>
      );
    case 'rich_text_list': {
      const List = part.style === 'ordered' ? 'ol' : 'ul';
      return (
        <List>
          <Each of={part.elements}>
            {({ elements }) => (
              <li>
                <Inlines elements={elements} />
              </li>
            )}
          </Each>
        </List>
      );
    }
  }
}

function Inlines({ elements }: { readonly elements: readonly Inline[] }) {
  return <Each of={elements}>{(element, at) => <InlineElement element={element} beginsLine={at === 0} />}</Each>;
}

function InlineElement({ element, beginsLine }: { readonly element: Inline; readonly beginsLine: boolean }): ReactNode {
  switch (element.type) {
    case 'text':
      return styled(element.text, element.style ?? {});
    case 'link':
      return <Link href={element.url}>{element.text ?? element.url}</Link>;
    case 'user':
      return <Mention sign="@" id={element.user_id} />;
    case 'channel':
      return <Mention sign="#" id={element.channel_id} />;
    case 'usergroup':
      return <Mention sign="!" id={element.usergroup_id} />;
    case 'broadcast':
      return <Mention sign="!" id={element.range} />;
    case 'emoji':
      return `:${element.name}:`;
    case 'date':
      return <SlackDate {...element} beginsLine={beginsLine} />;
  }
}

function styled(text: string, { bold, italic, strike, code }: NonNullable<z.infer<typeof style>>): ReactNode {
  const inCode = code ? <code>{text}</code> : text;
  const struck = strike ? <s>{inCode}</s> : inCode;
  const leaning = italic ? <em>{struck}</em> : struck;
  return bold ? <strong>{leaning}</strong> : leaning;
}
