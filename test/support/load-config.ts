import type { Env } from '../../src/config/read-environment.ts';
import { type Config, inspectConfig } from '../../src/config/settings.ts';

/** @throws Error with a line for each problem */
export function loadConfig(env: Env): Config {
  const { config, problems } = inspectConfig(env);
  if (config === undefined) throw new Error(problems.join('\n'));
  return config;
}
