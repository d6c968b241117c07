import type { Presentation, Services } from '../services.ts';
import type { Audience } from '../views/blocks.ts';
import type { Inquiry, OnProgress, Reader } from './command.ts';

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
  reader: Reader,
  { services, presentation }: Resources,
  onProgress?: OnProgress,
): Promise<Shown & { audience: Audience }> {
  const found = await inquiry.find(input, services, { asker: reader.asker, onProgress });
  const readable = reader.audience === 'channel' ? inquiry.forChannel(found, presentation.shareAccountNumbers) : found;
  return { ...inquiry.show(readable, reader, presentation), audience: reader.audience };
}
