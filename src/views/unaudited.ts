import { type AskedWords, nothingSaid } from './nothing-said.ts';

/** Said in place of an answer whose audit line could not be written; mrkdwn. */
export function unaudited(asked: AskedWords | undefined): string {
  return `txnbot cannot write its audit log, and answers nothing without it. ${nothingSaid(asked)}. Tell whoever runs txnbot; nothing was wrong with the question.`;
}
