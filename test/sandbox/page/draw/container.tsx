/** @jsxRuntime automatic */
import type { ReactNode } from 'react';
import { z } from 'zod';

const textSchema = z.looseObject({ text: z.string() });

export const containerSchema = z.looseObject({
  type: z.literal('container'),
  title: textSchema,
  subtitle: textSchema.optional(),
  child_blocks: z.array(z.unknown()).min(1),
  is_collapsible: z.boolean().optional(),
  default_collapsed: z.boolean().optional(),
});

interface ContainerProps {
  readonly block: z.infer<typeof containerSchema>;
  readonly children: ReactNode;
}

/** Blocks under a title, folded away or not. The library's own can be opened by its script alone. */
export function Container({ block, children }: ContainerProps) {
  const { title, subtitle, is_collapsible, default_collapsed = false } = block;
  const head = (
    <>
      <span className="container-title">{title.text}</span>
      {subtitle && <small>{subtitle.text}</small>}
    </>
  );
  return is_collapsible ? (
    <details className="container" open={!default_collapsed}>
      <summary>{head}</summary>
      <div className="container-body">{children}</div>
    </details>
  ) : (
    <div className="container">
      <p>{head}</p>
      <div className="container-body">{children}</div>
    </div>
  );
}
