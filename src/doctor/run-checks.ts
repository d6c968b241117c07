import type { Check, Context, Finding } from './check.ts';
import { note, problem } from './check.ts';

/** A check and what it has seen. */
export interface Checked {
  name: string;
  findings: readonly Finding[];
}

/** For the last words of the checks, and the report. */
const reserveMs = 1_500;
const atLeastMs = 1_000;
/** How long a check has to say how far it came. */
const lastWordsMs = 500;

/**
 * Runs every check, side by side, whatever becomes of the others.
 * @param ageMs of the process: to load all of this takes seconds where a machine is busy
 * @param withinMs how old the process may be when it ends
 */
export async function runChecks(
  checks: readonly Check[],
  context: Omit<Context, 'ending'>,
  ageMs: number,
  withinMs: number,
): Promise<readonly Checked[]> {
  const ending = new AbortController();
  const untilMs = Math.max(atLeastMs, withinMs - reserveMs - ageMs);
  const timers = [setTimeout(() => ending.abort(), untilMs)];
  const late = new Promise<readonly Finding[]>((resolve) => {
    const seen = `Not finished within ${Math.round(untilMs / 1_000)} seconds.`;
    timers.push(
      setTimeout(
        () => resolve([problem(seen, 'Try again with --within 60; if it stays, see what is slow.')]),
        untilMs + lastWordsMs,
      ),
    );
  });
  try {
    return await Promise.all(
      checks.map(async (check) => {
        const found = runCheck(check, { ...context, ending: ending.signal });
        return { name: check.name, findings: await Promise.race([found, late]) };
      }),
    );
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

async function runCheck({ needs, isAsked, run }: Check, context: Context): Promise<readonly Finding[]> {
  if (isAsked && !isAsked(context)) return [];
  const wrong = needs.filter((name) => context.inspected.wrong.has(name));
  if (wrong.length > 0) return [note(`Not tried: ${wrong.join(' and ')} must be right first.`)];
  try {
    return await run(context);
  } catch (error) {
    // Its message could quote what nobody should read.
    const what = error instanceof Error ? error.name : typeof error;
    return [problem(`The check itself broke (${what}).`, 'Report it: this is a mistake in txnbot.')];
  }
}
