import type { PageUpdate } from '../types.ts';

/** Reads Server-Sent Events one by one, as the browser would. */
export async function createEventReader(url: string) {
  const abort = new AbortController();
  const response = await fetch(url, { signal: abort.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let buffered = '';

  return {
    async next(): Promise<PageUpdate> {
      for (;;) {
        const end = buffered.indexOf('\n\n');
        if (end >= 0) {
          const event = buffered.slice(0, end);
          buffered = buffered.slice(end + 2);
          if (event.startsWith('data: ')) {
            return JSON.parse(event.slice('data: '.length));
          }
        } else {
          const chunk = await reader?.read();
          if (!chunk || chunk.done) {
            throw new Error('The stream ended.');
          }
          buffered += chunk.value;
        }
      }
    },
    async close(): Promise<void> {
      abort.abort();
    },
  };
}
