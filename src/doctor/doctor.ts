import { parseArgs } from 'node:util';
import { type Env, secretsIn } from '../config/config.ts';
import { inspectConfig, rawSecrets } from '../config/inspect.ts';
import { createScrub } from '../ops/logger.ts';
import { version } from '../version.ts';
import { type Check, createSlackProbe } from './check.ts';
import { auditLog, clock, configuration, ports, stateFolder } from './machine.ts';
import { redis } from './redis.ts';
import { reportOf, runChecks } from './report.ts';
import { allowedChannels, allowedGroups, allowedPeople, appToken, blocks, botToken, grantedScopes } from './slack.ts';
import { bankList, oneReference } from './transfer-service.ts';

interface Diagnosis {
  text: string;
  exitCode: 0 | 1;
}

const usage = `txnbot ${version} runs without an argument, or with this:
  check [--reference <reference>] [--within <seconds>]   tries all that the bot needs, and says what to do`;

/**
 * Does what the arguments of the process ask for.
 * @param ageMs of the process
 */
export async function diagnose(args: readonly string[], env: Env, ageMs: number): Promise<Diagnosis> {
  const asked = read(args);
  if (asked === 'help') return { text: usage, exitCode: 0 };
  if (!asked) return { text: usage, exitCode: 1 };
  const inspected = inspectConfig(env);
  const { config } = inspected;
  const scrub = createScrub([...secretsIn(config), ...rawSecrets(env)]);
  const context = { inspected, slack: createSlackProbe(config), reference: asked.reference };
  const checked = await runChecks(checks, context, ageMs, asked.withinMs);
  const hasProblem = checked.some(({ findings }) => findings.some(({ outcome }) => outcome === 'problem'));
  return { text: `txnbot ${version}\n\n${reportOf(checked, scrub)}`, exitCode: hasProblem ? 1 : 0 };
}

interface Asked {
  reference: string | undefined;
  withinMs: number;
}

/** `undefined` for what nobody can mean. */
function read(args: readonly string[]): Asked | 'help' | undefined {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        reference: { type: 'string' },
        within: { type: 'string', default: '15' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) return 'help';
    const [task, ...others] = positionals;
    if (others.length > 0 || task !== 'check' || !/^\d{1,4}$/.test(values.within)) return undefined;
    return { reference: values.reference, withinMs: Number(values.within) * 1_000 };
  } catch {
    return undefined;
  }
}

/** In the order of the report. */
export const checks: readonly Check[] = [
  configuration,
  botToken,
  grantedScopes,
  appToken,
  ports,
  clock,
  allowedChannels,
  allowedPeople,
  allowedGroups,
  bankList,
  oneReference,
  auditLog,
  stateFolder,
  redis,
  blocks,
];
