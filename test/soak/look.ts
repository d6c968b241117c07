import type { RunningBot } from '../run-sandbox/start-bot.ts';

/** The bot's process at one moment, as its own metrics tell. */
export interface Look {
  rssMb: number;
  heapMb: number;
  /** How late timers were since the look before, at the 99th percentile; about 10 ms of it is how it is measured. */
  loopMs: number;
}

export async function lookAt({ healthUrl }: Pick<RunningBot, 'healthUrl'>): Promise<Look> {
  const metrics = await (await fetch(`${healthUrl}/metrics`)).text();
  const gauge = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
  return {
    rssMb: gauge('process_resident_memory_bytes') / 1024 / 1024,
    heapMb: gauge('nodejs_heap_size_used_bytes') / 1024 / 1024,
    loopMs: gauge('nodejs_eventloop_lag_p99_seconds') * 1000,
  };
}
