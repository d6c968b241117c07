import type { Presentation, Services } from '../services.ts';
import type { LookedUp } from '../transfers/looked-up.ts';
import type { Audience } from '../views/blocks.ts';
import type { Inquiry, OnProgress, PendingReader } from './command.ts';

/** What an inquiry needs to find and show an answer. */
export interface Resources {
  services: Services;
  presentation: Presentation;
}

/**
 * Finds, masks what a channel will read, and shows. What is shown says for whom it was masked: `Question.deliver` posts
 * nothing for everybody that was made for the asker.
 */
export async function inquire<Input, Found, Shown extends object>(
  inquiry: Inquiry<Input, Found, Shown>,
  input: Input,
  pending: PendingReader,
  { services, presentation }: Resources,
  onProgress?: OnProgress,
): Promise<Shown & { audience: Audience; lookedUp: readonly LookedUp[] }> {
  const asker = pending.audience === 'channel' ? pending.asker : { ...pending.asker, threadTs: undefined };
  const found = await inquiry.find(input, services, { asker, onProgress });
  const readable = pending.audience === 'channel' ? inquiry.forChannel(found, presentation.shareAccountNumbers) : found;
  const reader = { ...pending, canShare: await pending.canShare };
  const lookedUp = inquiry.lookedUp?.(found) ?? [];
  return { ...inquiry.show(readable, reader, presentation), audience: reader.audience, lookedUp };
}
