import { parseArgs } from 'node:util';
import { allowSlowHandshakes, withTimeout } from '../async.ts';
import type { Env } from '../config/read-environment.ts';
import { inspectConfig, secretsIn } from '../config/settings.ts';
import { createScrub } from '../ops/logger.ts';
import { isDefined, version } from '../text.ts';
import { type Check, type Context, explainError, type Finding, type Findings } from './check.ts';
import { checkAppToken, checkBotToken } from './slack.ts';
import {
  checkAuditLog,
  checkBankList,
  checkClock,
  checkLookUp,
  checkPorts,
  checkRedis,
  checkStateFolder,
  reportConfig,
} from './surroundings.ts';

const usage = `txnbot ${version} runs without an argument, or with this:
  check [--reference <reference>]   tries all that the bot needs, and says what to do`;

/** Runs all checks, or returns the usage text, as the command-line arguments say. */
export async function diagnose(
  args: readonly string[],
  env: Env,
): Promise<{ text: string; exitCode: 0 | 1 }> {
  const { reference, help, wrong } = readArguments(args);
  if (wrong !== undefined) return { text: `${wrong}.\n${usage}`, exitCode: 1 };
  if (help) return { text: usage, exitCode: 0 };

  const inspected = inspectConfig(env);
  const { config } = inspected;
  const checked: Checked[] = [{ name: 'configuration', findings: reportConfig(inspected) }];

  if (config) {
    allowSlowHandshakes(config.transferApi.timeoutMs);
    checked.push(...(await runChecks(checks, { config, reference })));
  }

  const hasProblem = checked.some(({ findings }) =>
    findings.some(({ outcome }) => outcome === 'PROBLEM'),
  );
  const report = formatReport(checked, createScrub(secretsIn(config)));

  return { text: `txnbot ${version}\n\n${report}`, exitCode: hasProblem ? 1 : 0 };
}

/** Parses the arguments. @returns `wrong`, which names no option's value, when they are invalid */
function readArguments(args: readonly string[]): {
  reference?: string;
  help?: boolean;
  wrong?: string;
} {
  try {
    const options = {
      reference: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
    return values.help || positionals.join(' ') === 'check'
      ? values
      : { wrong: 'The only command is check' };
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return { wrong: message.replace(/(?:\. |\n).*$/s, '') };
  }
}

/** All checks, in the order of the report. */
export const checks: readonly Check[] = [
  checkBotToken,
  checkAppToken,
  checkPorts,
  checkClock,
  checkBankList,
  checkLookUp,
  checkAuditLog,
  checkStateFolder,
  checkRedis,
];

const widths = { outcome: 9, name: 15 };

/**
 * Formats the report as a table: a row has the outcome, the check and what was seen, and below it
 * what to do.
 * @param scrub redacts secrets; called before lines are wrapped, as a secret may contain spaces
 */
export function formatReport(checked: readonly Checked[], scrub: (text: string) => string): string {
  const indent = `\n${' '.repeat(widths.outcome + widths.name)}`;
  const lines = checked.flatMap(({ name, findings }) =>
    findings.map(({ outcome, seen, todo }) => {
      const below = todo === undefined ? [] : wrap(scrub(`→ ${todo}`));
      const text = [...wrap(scrub(seen)), ...below].join(indent);
      return outcome.padEnd(widths.outcome) + name.padEnd(widths.name) + text;
    }),
  );
  const outcomes = checked.flatMap(({ findings }) => findings.map(({ outcome }) => outcome));
  const count = (outcome: Finding['outcome']) => outcomes.filter((each) => each === outcome).length;

  return [...lines, '', `Problems: ${count('PROBLEM')}. Notes: ${count('note')}.`].join('\n');
}

/**
 * Wraps text at 84 characters. Removes control characters, so that names from outside cannot move
 * the cursor.
 */
function wrap(text: string): readonly string[] {
  return text.replace(/[\p{C}\s]+/gu, ' ').match(/\S.{0,83}(?= |$)|\S+/g) ?? [];
}

interface Checked {
  name: string;
  findings: readonly Finding[];
}

/**
 * Timeout of each check: a second less than the whole run may take, so that the process can start
 * and end.
 */
const checkTimeoutMs = 14_000;

/** Runs all checks in parallel; one that fails does not stop the others. */
export async function runChecks(
  chosen: readonly Check[],
  context: Context,
): Promise<readonly Checked[]> {
  return Promise.all(
    chosen.map(async ({ name, run }) => {
      const seen = await withTimeout(checkTimeoutMs, run(context)).catch(
        (error: unknown): Findings => [explainError(error)],
      );
      return { name, findings: seen.filter(isDefined) };
    }),
  );
}
