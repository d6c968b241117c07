import { code } from './mrkdwn.ts';

/** What somebody asked: the command's name, and its text. */
export interface AskedWords {
  command: string;
  text: string;
}

const textMax = 150;

/** What a silence means; mrkdwn, without a full stop. It names what was asked, as Slack does not show what somebody typed. */
export function nothingSaid(asked: AskedWords | undefined): string {
  if (asked === undefined || asked.text === '') return 'This says nothing about what was asked';
  const isOne = !/\s/.test(asked.text);
  const about = new Map([
    ['txn', 'the transaction '],
    ['tsq', 'the transfer '],
  ]);
  return `This says nothing about ${isOne ? (about.get(asked.command) ?? '') : ''}${code(asked.text, textMax)}`;
}

/** Said in place of an answer whose audit line could not be written; mrkdwn. */
export function unaudited(asked: AskedWords | undefined): string {
  return `txnbot cannot write its audit log, and answers nothing without it. ${nothingSaid(asked)}. Tell whoever runs txnbot; nothing was wrong with the question.`;
}
