import type { Audit } from '../ops/audit-log.ts';
import type { LookedUp } from '../transfers/looked-up.ts';

export interface QuestionOptions {
  createReference: () => string;
  audit: Audit;
  /** Called once the answer is delivered. */
  onAnswer: (answer: DeliveredAnswer) => void;
}

export interface DeliveredAnswer {
  command: string | undefined;
  /** How long the person waited. */
  durationMs: number;
  userId: string | undefined;
  /** What it was about, if a transfer. */
  lookedUp: readonly LookedUp[];
}

/** What an answer may offer to the one who asks, because it would not be refused. */
export interface Offered {
  /** Slack may have to be asked, so ask beside a look-up. */
  canShare: () => Promise<boolean>;
  /** Whether they may ask the next question in a window. */
  mayAskInWindows: boolean;
  /** Of the person's clock, for times in a text that Slack does not format. */
  utcOffsetSeconds?: number | undefined;
}
