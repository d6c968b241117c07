import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { RunningBot } from '../../sandbox/start-bot.ts';

/** For `NODE_OPTIONS` of a bot whose heap is to be measured. */
export const inspectable = '--inspect=127.0.0.1:0';

export interface BotHeap {
  /** Bytes in use once the garbage is collected. */
  usedBytes(): Promise<number>;
  /** Node waits with its exit for whoever looks on. */
  close(): void;
}

/** Looks into the process through Node's inspector: the bot itself runs as it always does. */
export async function openHeap(bot: RunningBot): Promise<BotHeap> {
  const url = bot.lines.join('\n').match(/ws:\/\/\S+/)?.[0];
  if (url === undefined) throw new Error('The bot was not started with an inspector.');
  const socket = new WebSocket(url);
  await once(socket, 'open');
  let calls = 0;
  const call = async (method: string): Promise<Record<string, unknown>> => {
    calls += 1;
    const id = calls;
    socket.send(JSON.stringify({ id, method }));
    for (;;) {
      const [data] = await once(socket, 'message');
      const answer: { id?: number; result?: Record<string, unknown> } = JSON.parse(String(data));
      if (answer.id === id) return answer.result ?? {};
    }
  };
  return {
    async usedBytes() {
      await call('HeapProfiler.collectGarbage');
      const { usedSize } = await call('Runtime.getHeapUsage');
      return Number(usedSize);
    },
    close: () => socket.close(),
  };
}
