import type { InspectedConfig } from '../config/inspect.ts';
import type { SlackProbe } from './slack-probe.ts';

/** What a check has seen. */
export interface Finding {
  /** A `note` is worth knowing, and nothing that must be mended. */
  outcome: 'ok' | 'problem' | 'note';
  /** In a sentence. Never the value of a variable, but for ports and the ids in `ALLOWED_…`. */
  seen: string;
  /** What to do about it. */
  todo?: string | undefined;
}

export interface Check {
  /** What is tried. */
  name: string;
  /** The variables that must be right before it can be tried. */
  needs: readonly string[];
  /** Whether there is anything to try; absent when there always is. */
  isAsked?(context: Context): boolean;
  run(context: Context): Promise<readonly Finding[]>;
}

export interface Context {
  inspected: InspectedConfig;
  slack: SlackProbe;
  /** Of a transaction to look up. */
  reference: string | undefined;
  /** Aborted shortly before what has not been found yet is given up. */
  ending: AbortSignal;
}

export const ok = (seen: string): Finding => ({ outcome: 'ok', seen });
export const note = (seen: string, todo?: string): Finding => ({ outcome: 'note', seen, todo });
export const problem = (seen: string, todo: string): Finding => ({ outcome: 'problem', seen, todo });
