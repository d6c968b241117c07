import type { ButtonOptions } from './blocks.ts';

/** What the person reads of one failure. */
export interface Explanation {
  /** What happened and what to do; mrkdwn. */
  sentence: string;
  /** The service's own words. */
  words?: string | undefined;
  buttons?: ButtonOptions[];
}
