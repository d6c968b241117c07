import {
  type Audience,
  type Block,
  type ButtonAction,
  type ButtonOptions,
  buttons,
  message,
  quote,
  type Reply,
  section,
} from '../blocks/blocks.ts';
import { type Explanation, explainTransferApi } from '../blocks/failure-words.ts';
import { serviceTextMax, showsInternalDetails } from '../blocks/json-fields.ts';
import { bold, code } from '../blocks/mrkdwn.ts';
import { noAnswerCaution } from '../blocks/status.ts';
import { AccessError, SlackApiError, TransferApiError, UserError } from '../errors.ts';
import { joined } from '../text.ts';

/** What somebody asked: the command's name, and its text. */
export interface NamedQuery {
  command: string;
  text: string;
}

interface ErrorReplyOptions {
  error: unknown;
  /** The short reference that the log line carries too. */
  reference: string;
  /** Absent when the question came to no command. */
  asked?: NamedQuery | undefined;
  /** The action of "Try Again", which is offered when asking again can help. */
  again: ButtonAction | undefined;
  /** A channel does not get the service's own words: they can name anybody. */
  audience: Audience;
  /** Whether references look as the bot takes them to: an operator's pattern says otherwise. */
  knowsShape: boolean;
}

/** What the person reads when there is no answer: what happened to what was asked, and what not to conclude. */
export function errorReply(options: ErrorReplyOptions): Reply {
  const { error: thrown, reference, asked, audience } = options;
  const error = thrown instanceof TransferApiError ? wordedFor(audience, namingBank(asked, thrown)) : thrown;
  const explanation = explain({ ...options, error });
  return message(explanation.lead, [
    ...explanationBlocks(explanation, reference),
    ...buttons(explanation.buttons ?? []),
  ]);
}

/**
 * What happened to a look-up, as a part of another answer that only the asker reads.
 * @param caution of what the rest of that answer says, in place of the failure's own
 */
export function failureBlocks(error: TransferApiError, caution?: string): Block[] {
  const explanation = explainTransferApi(wordedFor('asker', error), []);
  return explanationBlocks({ ...explanation, caution: caution ?? explanation.caution });
}

/** @param reference the code of the log line, which a failure inside another answer has none of */
function explanationBlocks(explanation: Explanation, reference?: string): Block[] {
  const { lead, caution, next, words, isForOperator } = explanation;
  const named = reference === undefined ? '' : `: ${code(reference)}`;
  const toOperator = isForOperator ? `Tell whoever runs me${named}.` : undefined;
  const below = joined([caution && bold(caution), next, toOperator], ' ');
  return [section(lead), ...(below ? [section(below)] : []), ...(words?.trim() ? [quote(words, serviceTextMax)] : [])];
}

/** The same failure without those of the service's own words that this audience may not read. */
function wordedFor(audience: Audience, error: TransferApiError): TransferApiError {
  const { serviceMessage = '' } = error.details;
  if (serviceMessage.trim() === '' || (audience === 'asker' && !showsInternalDetails(serviceMessage))) return error;
  return new TransferApiError(error.failure, { ...error.details, serviceMessage: undefined });
}

/** The list is loaded for all who ask, so its failure does not know what this person asked. */
function namingBank(asked: NamedQuery | undefined, error: TransferApiError): TransferApiError {
  if (error.details.operation !== 'banks' || asked?.command !== 'bank') return error;
  return new TransferApiError(error.failure, { ...error.details, asked: asked.text });
}

function explain({ error, asked, again, knowsShape }: ErrorReplyOptions): Explanation {
  if (error instanceof AccessError && asked) return { lead: `${notAnswered(asked)}. ${error.message}` };
  if (error instanceof UserError) return { lead: error.message };
  if (error instanceof SlackApiError && error.details.code === 'expired_trigger_id')
    return { lead: 'Slack gave up waiting: press again.' };
  const tryAgain = again ? [{ label: 'Try Again', ...again }] : [];
  if (error instanceof TransferApiError) return explainTransferApi(error, tryAgain, knowsShape);
  const caution = cautionOf(asked);
  if (error instanceof SlackApiError) return { ...explainSlackApi(error, asked, tryAgain), caution };
  return {
    lead: `${notAnswered(asked)}: something broke on my side.`,
    caution,
    isForOperator: true,
    buttons: tryAgain,
  };
}

function explainSlackApi(
  { details, isLasting }: SlackApiError,
  asked: NamedQuery | undefined,
  tryAgain: ButtonOptions[],
): Explanation {
  const { code: name, failure, neededScope } = details;
  const scope = neededScope === undefined ? '' : `, which lacks the scope ${code(neededScope)}`;
  const lead = `${notAnswered(asked)}: Slack ${failure === 'refused' ? 'refused' : 'did not do'} what I need${scope} (${code(name)}).`;
  return { lead, isForOperator: true, buttons: isLasting ? [] : tryAgain };
}

const textMax = 150;

/** Names what was asked, as Slack does not show what somebody typed; mrkdwn. */
function notAnswered(asked: NamedQuery | undefined): string {
  return asked === undefined || asked.text === '' ? 'No answer' : `${code(asked.text, textMax)} was not looked up`;
}

/** Said in place of an answer whose audit line could not be written; mrkdwn. */
export function unaudited(asked: NamedQuery | undefined): string {
  return `${notAnswered(asked)}: the audit log cannot be written, and nothing is answered without it. Tell whoever runs me.`;
}

/**
 * Said in place of an answer that a stop cut short; mrkdwn.
 * @param wasAsked whether it was under way already
 */
export function cutShort(asked: NamedQuery | undefined, wasAsked: boolean): string {
  const what = asked === undefined || asked.text === '' ? 'No answer' : code(asked.text, textMax);
  const why = wasAsked ? 'I restarted before there was an answer' : 'I am just restarting';
  return joined([`${what}: ${why}. Ask again in a few seconds.`, cautionOf(asked)], '\n');
}

/** Bank codes say nothing of money. */
function cautionOf(asked: NamedQuery | undefined): string | undefined {
  return asked === undefined || asked.command === 'bank' ? undefined : noAnswerCaution;
}
