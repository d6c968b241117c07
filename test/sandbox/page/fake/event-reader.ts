import type { PageUpdate } from '../types.ts';

/** Reads Server-Sent Events one by one, as the browser would, until it is ended. */
export async function* readEvents(
  url: string,
  signal: AbortSignal,
): AsyncGenerator<PageUpdate, never> {
  const { body } = await fetch(url, { signal });
  const decoder = new TextDecoder();
  let buffered = '';
  for await (const chunk of body ?? []) {
    const events = (buffered + decoder.decode(chunk, { stream: true })).split('\n\n');
    buffered = events.pop() ?? '';
    for (const event of events)
      if (event.startsWith('data: ')) yield JSON.parse(event.slice('data: '.length));
  }
  throw new Error('The stream ended.');
}
