import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { RunningBot } from '../run-sandbox/start-bot.ts';

/** V8 keeps the shapes of objects that are gone for two collections, and what they lead to for one more. */
const collections = 5;

/** For `NODE_OPTIONS` of a bot whose heap is to be measured. */
export const inspectable = '--inspect=127.0.0.1:0';

/** Where a bot that was started `inspectable` can be looked into; it says so in its first lines. */
export function inspectorUrlOf({ lines }: RunningBot): string {
  const url = lines.join('\n').match(/ws:\/\/\S+/)?.[0];
  if (url === undefined) throw new Error('The bot was not started with an inspector.');
  return url;
}

/**
 * Bytes in use once the garbage is collected. Looks into the process through Node's inspector: the bot itself runs as
 * it always does. It does not stay there: a process that is looked into waits with its exit.
 */
export async function usedHeap(inspectorUrl: string): Promise<number> {
  const socket = new WebSocket(inspectorUrl);
  await once(socket, 'open');
  const call = async (method: string): Promise<{ result?: { usedSize?: number } }> => {
    socket.send(JSON.stringify({ id: method.length, method }));
    for (;;) {
      const [data] = await once(socket, 'message');
      const answer = JSON.parse(String(data));
      if (answer.id === method.length) return answer;
    }
  };
  for (let collected = 0; collected < collections; collected += 1) await call('HeapProfiler.collectGarbage');
  const { result } = await call('Runtime.getHeapUsage');
  socket.close();
  await once(socket, 'close');
  return result?.usedSize ?? Number.NaN;
}
