import type { Spelling } from '../command-names.ts';
import { AccessError, SlackApiError, TransferApiError, UserError } from '../errors.ts';
import {
  type Audience,
  type Block,
  type ButtonAction,
  type ButtonOptions,
  buttons,
  context,
  message,
  quote,
  type Reply,
  section,
} from './blocks.ts';
import { explainTransferApi } from './explain-transfer-api.ts';
import type { Explanation } from './explanation.ts';
import { failureLine } from './hint-lines.ts';
import { code, outside } from './mrkdwn.ts';
import { type AskedWords, nothingSaid } from './nothing-said.ts';
import { serviceWordsMax, showsInsides } from './service-words.ts';

export interface ErrorReplyOptions {
  error: unknown;
  /** The short reference that the log line carries too. */
  reference: string;
  /** Absent when the question came to no command. */
  asked?: AskedWords | undefined;
  /** The action of "Try Again", which is offered when asking again can help. */
  again: ButtonAction | undefined;
  /** How a command is written at this door. */
  spelling: Spelling;
  /** A channel does not get the service's own words: they can name anybody. */
  audience: Audience;
  /** Whether references look as txnbot takes them to: an operator's pattern says otherwise. */
  knowsShape: boolean;
}

/** What the person reads when there is no answer: what happened, what to do, and one reference. */
export function errorReply(options: ErrorReplyOptions): Reply {
  const { error: thrown, reference, asked, audience } = options;
  const error = thrown instanceof TransferApiError ? wordedFor(audience, namingBank(asked, thrown)) : thrown;
  const { sentence, words, buttons: offered = [] } = explain({ ...options, error });
  const alike = error instanceof TransferApiError && error.details.alike;
  const others = alike ? [context([failureLine(error.failure, alike)])] : [];
  const blocks = [...saidBlocks(sentence, words), ...others, ...buttons(offered)];
  if (isBroken(error)) blocks.push(context([`For whoever runs txnbot: ${code(reference)}`]));
  return message(words?.trim() ? `${sentence} ${outside(words, serviceWordsMax)}` : sentence, blocks);
}

/** Whether somebody may have to mend something, and needs the log line: not for what a person can put right themselves. */
function isBroken(error: unknown): boolean {
  if (error instanceof TransferApiError) return error.failure !== 'not_found' || error.details.operation === 'banks';
  return !(error instanceof UserError);
}

/** What happened and what to do, as a part of another answer that only the asker reads. */
export function failureBlocks(error: TransferApiError, spelling: Spelling): Block[] {
  const { sentence, words } = explainTransferApi(wordedFor('asker', error), [], spelling);
  return saidBlocks(sentence, words);
}

function saidBlocks(sentence: string, words: string | undefined): Block[] {
  return words?.trim() ? [section(sentence), quote(words, serviceWordsMax)] : [section(sentence)];
}

/** The same failure without those of the service's own words that this audience may not read. */
function wordedFor(audience: Audience, error: TransferApiError): TransferApiError {
  const { serviceMessage = '' } = error.details;
  const isInside = showsInsides(serviceMessage);
  if (serviceMessage.trim() === '' || (audience === 'asker' && !isInside)) return error;
  return new TransferApiError(error.failure, {
    ...error.details,
    serviceMessage: undefined,
    hiddenWords: isInside ? 'insides' : 'from_channel',
  });
}

/** The list is loaded for all who ask, so its failure does not know what this person asked. */
function namingBank(asked: AskedWords | undefined, error: TransferApiError): TransferApiError {
  if (error.details.operation !== 'banks' || asked?.command !== 'bank') return error;
  return new TransferApiError(error.failure, { ...error.details, asked: asked.text });
}

function explain({ error, asked, again, spelling, knowsShape }: ErrorReplyOptions): Explanation {
  if (error instanceof AccessError && asked) return { sentence: `${error.message} ${nothingSaid(asked)}.` };
  if (error instanceof UserError) return { sentence: error.message };
  const tryAgain = again ? [{ label: 'Try Again', ...again }] : [];
  if (error instanceof TransferApiError) return explainTransferApi(error, tryAgain, spelling, knowsShape);
  if (error instanceof SlackApiError) return explainSlackApi(error, asked, tryAgain);
  return {
    sentence: `Something broke on txnbot's side. ${againWords(asked)}`,
    buttons: tryAgain,
  };
}

function againWords(asked: AskedWords | undefined): string {
  return `${nothingSaid(asked)}; try again. If it stays, tell whoever runs txnbot.`;
}

function explainSlackApi(
  { details }: SlackApiError,
  asked: AskedWords | undefined,
  tryAgain: ButtonOptions[],
): Explanation {
  const { code: name, failure, neededScope } = details;
  const what = `Slack ${failure === 'refused' ? 'refused' : 'did not do'} what this needs: ${code(name)}.`;
  if (neededScope !== undefined)
    return {
      sentence: `${what} txnbot lacks the scope ${code(neededScope)}. ${nothingSaid(asked)}. Tell whoever runs txnbot.`,
    };
  return { sentence: `${what} ${againWords(asked)}`, buttons: tryAgain };
}
