import { freePort } from 'slack-sandbox';
import type { RunningBot } from '../run-sandbox/start-bot.ts';
import { startBot } from '../run-sandbox/start-bot.ts';
import { startLoadBalancer } from '../support/load-balancer.ts';

/** Processes of the bundle behind one address. */
export interface Processes {
  requestUrl: string;
  /** Whether none of them has a watch left. */
  haveNoWatch(): Promise<boolean>;
  /** Kills one of them with −9, whichever, and starts it again. */
  killOne(): Promise<void>;
  /** Kills all of them, for good. */
  end(): Promise<void>;
}

export async function startProcesses(count: number, env: Record<string, string>): Promise<Processes> {
  const ports = await Promise.all(Array.from({ length: count }, async () => String(await freePort())));
  const bots: RunningBot[] = [];
  const start = async (place: number) => {
    bots[place] = await startBot({ ...env, PORT: ports[place] ?? '' }, 'bundle');
  };
  const kill = async (bot: RunningBot | undefined) => {
    bot?.process.kill('SIGKILL');
    await bot?.ended;
  };
  await Promise.all(ports.map((_port, place) => start(place)));
  const balancer = await startLoadBalancer(ports.map((port) => `http://127.0.0.1:${port}`));
  return {
    requestUrl: `${balancer.url}/slack/events`,
    async haveNoWatch() {
      const metrics = await Promise.all(
        bots.map(async ({ healthUrl }) => (await fetch(`${healthUrl}/metrics`)).text()),
      );
      return metrics.every((text) => /^txnbot_watches 0$/m.test(text));
    },
    async killOne() {
      const place = Math.floor(Math.random() * count);
      await kill(bots[place]);
      await start(place);
    },
    async end() {
      await Promise.all(bots.map(kill));
      await balancer.close();
    },
  };
}
