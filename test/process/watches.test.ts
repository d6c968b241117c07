import { expect, it } from 'vitest';
import { runKills } from '../kills/run-kills.ts';

it('killed −9 again and again, no confirmed watch is lost, and every change is told, twice at most once a kill', async () => {
  const kills = 5;
  const killed = await runKills({ kills, watches: 40, livesMs: 3_000 });
  expect(killed).toMatchObject({ watches: 40, untold: [], broken: [], breaches: [] });
  expect(killed.doubled).toBeLessThanOrEqual(kills);
  expect(new Set(killed.modes)).toEqual(new Set(['600']));
}, 180_000);
