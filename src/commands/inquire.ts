import type { Presentation, Services } from '../services.ts';
import type { Inquiry, OnProgress, Reader } from './command.ts';

/** What an inquiry needs to find and show an answer. */
export interface Resources {
  services: Services;
  presentation: Presentation;
}

/** Finds, masks what a channel will read, and shows: the only way from a question to what people see. */
export async function inquire<Input, Found, Shown>(
  inquiry: Inquiry<Input, Found, Shown>,
  input: Input,
  reader: Reader,
  { services, presentation }: Resources,
  onProgress?: OnProgress,
): Promise<Shown> {
  const found = await inquiry.find(input, services, onProgress);
  const readable = reader.audience === 'channel' ? inquiry.forChannel(found, presentation.shareAccountNumbers) : found;
  return inquiry.show(readable, reader, presentation);
}
