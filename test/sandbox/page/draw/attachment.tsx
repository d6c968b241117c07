/** @jsxRuntime automatic */
import { z } from 'zod';
import { MessageBlock } from './message-block.tsx';
import { Undrawn } from './undrawn.tsx';

const attachmentSchema = z.looseObject({
  color: z.string().optional(),
  pretext: z.string().optional(),
  title: z.string().optional(),
  text: z.string().optional(),
  fallback: z.string().optional(),
  footer: z.string().optional(),
  fields: z.array(z.looseObject({ title: z.string().default(''), value: z.string().default('') })).default([]),
  blocks: z.array(z.unknown()).default([]),
});

const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });

/** The old parts of an attachment, said in blocks. */
function blocksOf({ title, text, fallback, footer, fields, blocks }: z.infer<typeof attachmentSchema>): unknown[] {
  const said = [title && `*${title}*`, text].filter(Boolean).join('\n');
  const fieldTexts = fields.map((field) => mrkdwn(`*${field.title}*\n${field.value}`));
  const drawn = [
    ...(said ? [{ type: 'section', text: mrkdwn(said) }] : []),
    ...(fieldTexts.length > 0 ? [{ type: 'section', fields: fieldTexts }] : []),
    ...blocks,
    ...(footer ? [{ type: 'context', elements: [mrkdwn(footer)] }] : []),
  ];
  return drawn.length > 0 || !fallback ? drawn : [{ type: 'section', text: mrkdwn(fallback) }];
}

/** What other apps hang on their messages: a bar and what stands beside it. */
export function Attachments({ attachments }: { readonly attachments: readonly unknown[] }) {
  return attachments.map((value) => {
    const attachment = attachmentSchema.safeParse(value).data;
    return (
      <div key={JSON.stringify(value)} className="attachment" data-color={attachment?.color}>
        {attachment ? (
          blocksOf(attachment).map((block) => <MessageBlock key={JSON.stringify(block)} block={block} />)
        ) : (
          <Undrawn what="attachment" value={value} />
        )}
      </div>
    );
  });
}
