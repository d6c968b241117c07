import * as z from 'zod';

/** In place of a version: what has been drawn since the last one. */
export const unreleased = 'unreleased';

export const Blocks = z.array(z.record(z.string(), z.unknown()));

/** What one version of txnbot drew to be clicked. */
export const DrawnButtons = z.object({
  messages: z.array(
    z.object({
      /** What brought the message up. */
      from: z.string(),
      /** Whether the person who asked sees it alone. */
      isEphemeral: z.boolean(),
      /** Its blocks that hold something to click. */
      blocks: Blocks,
    }),
  ),
  /** Those of the Home tab. */
  home: Blocks,
});
export type DrawnButtons = z.infer<typeof DrawnButtons>;

/** The blocks that hold something to click. */
export function clickable(blocks: readonly unknown[]): z.infer<typeof Blocks> {
  return Blocks.parse(blocks.filter((block) => JSON.stringify(block).includes('"action_id"')));
}
