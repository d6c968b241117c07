import type { Logger } from 'pino';
import { elapsedMs } from '../async.ts';
import { type ButtonAction, buttons, message, type Reply, runAction } from '../blocks/blocks.ts';
import { noAnswerCaution } from '../blocks/cautions.ts';
import {
  type Explanation,
  explainTransferError,
  explanationBlocks,
} from '../blocks/explanations.ts';
import { explainNoAnswer, type NamedQuery, queryName } from '../blocks/failure-words.ts';
import { code } from '../blocks/mrkdwn.ts';
import { addNotAskedFor, prependContextLine, prependReply } from '../blocks/offers.ts';
import type { Presentation } from '../command.ts';
import {
  AccessError,
  AuditError,
  CutShortError,
  DeliveryError,
  errorCode,
  SlackApiError,
  TransferApiError,
  UserError,
} from '../errors.ts';
import type { Events } from '../ops/events.ts';
import { isMask } from '../reading/personal.ts';
import type { Middleware } from './pipeline.ts';
import type { SlackRequest } from './request.ts';

/**
 * Handles every error of every route: shows the person a sentence, and logs a line. Logs a line for
 * a success too.
 */
export function errorBoundary(
  logger: Logger,
  { knowsShape }: Pick<Presentation, 'knowsShape'>,
  events: Events,
): Middleware {
  return async (request, next) => {
    const { code: reference } = request;

    const log = ({ level, name, details }: Omit<FailureReport, 'explanation'>) => {
      const durationMs = Math.round(elapsedMs(request.startedAtMs));
      const { command } = request;
      logger[level]({ command, outcome: name, durationMs, reference, ...details }, 'command');
      events.emit('outcome', { command, outcome: name, durationMs });
    };

    try {
      await next();
      log({ level: 'info', name: request.outcome });
    } catch (error) {
      if (error instanceof AccessError || isFailureForAsker(request)) request.restrictToAsker();

      const { query, place, namedQuery: asked } = request; // `place` may be narrowed by now
      const { firstLine, leftOut = [] } = query ?? {};
      const again = query && (query.again ?? runAction(query.command.name, query.text));
      const { isPublic } = place;
      const failed: Failed = { error, reference, asked, again, isPublic, knowsShape };

      const report = describeFailure(failed);
      request.outcome = report.name;
      log(report);
      if (report.explanation === undefined) return;

      // If the text is unreadable or the person is refused, nothing is looked up, so no words count
      // as left out; a key is warned of all the same.
      const namedWords = error instanceof UserError ? leftOut.filter(isMask) : leftOut;
      const explained = addNotAskedFor(errorReply(failed), namedWords);
      const { above = [] } = error instanceof TransferApiError ? error.details : {};
      const whole = above.reduceRight(prependReply, explained);
      const reply = prependContextLine(whole, firstLine);

      try {
        await request.deliver(reply);
      } catch (undelivered) {
        log(describeFailure({ ...failed, error: undelivered }));
      }
    }
  };
}

/**
 * Whether only the asker sees why a request failed: a Share, a card drawn again, and a file, whose
 * name may be a customer's.
 */
function isFailureForAsker({ place: { to }, query }: SlackRequest): boolean {
  return to === 'in place' || to === 'channel' || query?.isFile === true;
}

interface Failed {
  error: unknown;
  /** The short code that the log line carries too. */
  reference: string;
  /**
   * The query to name in the reply; absent when there is none, or none that the person may read
   * (`namedQuery`).
   */
  asked?: NamedQuery | undefined;
  /** The action of the "Ask Again" button, shown when retrying can help. */
  again: ButtonAction | undefined;
  /** Whether others read the reply: they never get the service's own words. */
  isPublic: boolean;
  /**
   * Whether references have the built-in shape, rather than one set by the operator
   * (REFERENCE_PATTERN).
   */
  knowsShape: boolean;
}

/** Builds the reply to a failed request: what happened, and what not to conclude from it. */
export function errorReply(failed: Failed): Reply {
  const { explanation = { lead: '' } } = describeFailure(failed);
  const blocks = [
    ...explanationBlocks(explanation, failed.reference),
    ...buttons(explanation.buttons ?? []),
  ];
  return { ...message(explanation.lead, blocks), isMasked: failed.isPublic };
}

/**
 * The outcome of a failed request. The log gets only the failure; the person's message also names
 * the query.
 */
interface FailureReport {
  level: 'debug' | 'info' | 'warn' | 'error';
  name: string;
  details?: object;
  /**
   * Absent when nothing can reach the person, or when the person has already seen an explanation.
   */
  explanation?: Explanation;
}

function describeFailure(failed: Failed): FailureReport {
  const { error, asked, isPublic, knowsShape } = failed;
  if (error instanceof AccessError) return describeRefusal(error, asked);
  if (error instanceof SlackApiError) return describeSlackError(error, failed);

  const caution = cautionOf(asked);
  if (error instanceof CutShortError) {
    const lead = `${queryName(asked)}: ${error.message}. Ask again in a few seconds.`;
    return {
      level: 'warn',
      name: 'cut_short',
      explanation: { lead: caution ? `${lead}\n${caution}` : lead },
    };
  }

  if (error instanceof UserError)
    return { level: 'debug', name: 'user_error', explanation: { lead: error.message } };

  if (error instanceof DeliveryError || error instanceof AuditError) {
    const name = error instanceof AuditError ? 'unaudited' : 'undelivered';
    return { level: 'error', name, details: { code: error.code } };
  }

  const tryAgain = tryAgainButton(failed);
  if (error instanceof TransferApiError)
    return {
      level: 'warn',
      name: error.failure,
      details: error.logged,
      explanation: explainTransferError(error, { isPublic, tryAgain, knowsShape }),
    };

  return {
    level: 'error',
    name: 'bug',
    // A thrown value that is no Error may hold the query.
    details: { error: error instanceof Error ? error : { name: typeof error } },
    explanation: {
      lead: `${explainNoAnswer(asked)}: something broke on my side.`,
      caution,
      isForOperator: true,
      buttons: tryAgain,
    },
  };
}

function describeRefusal(error: AccessError, asked: NamedQuery | undefined): FailureReport {
  const { rule, cause } = error;
  const mustBeMended = rule === 'slack_unavailable' || rule === 'COMMAND_SUFFIX';
  const neededScope = cause instanceof SlackApiError ? cause.details.neededScope : undefined;

  return {
    // The operator must mend the token, its scopes or COMMAND_SUFFIX.
    level: mustBeMended ? 'warn' : 'info',
    name: 'refused',
    details: { rule, code: cause === undefined ? undefined : errorCode(cause), neededScope },
    explanation: {
      lead: asked ? `${explainNoAnswer(asked)}. ${error.message}` : error.message,
    },
  };
}

/** Matches Slack's codes for a button whose window can no longer be opened. */
const isLateTrigger = /^(?:expired|exchanged|invalid)_trigger(?:_id)?$/;

function describeSlackError(error: SlackApiError, failed: Failed): FailureReport {
  const { code: refusal, failure, neededScope } = error.details;
  const report = {
    level: 'warn',
    name: 'slack_error',
    details: { code: refusal, neededScope },
  } as const;
  if (isLateTrigger.test(refusal))
    return { ...report, explanation: { lead: 'Slack gave up waiting: press again.' } };

  const did = failure === 'refused' ? 'refused' : 'did not do';
  const lacking = neededScope === undefined ? '' : `, which lacks the scope ${code(neededScope)}`;
  const lead = `${explainNoAnswer(failed.asked)}: Slack ${did} what I need${lacking} (${code(refusal)}).`;

  return {
    ...report,
    explanation: {
      lead,
      caution: cautionOf(failed.asked),
      isForOperator: true,
      buttons: error.isLasting ? [] : tryAgainButton(failed),
    },
  };
}

/** The caution is about transfers, so a question about bank codes has none. */
function cautionOf(asked: NamedQuery | undefined): string | undefined {
  return asked === undefined || asked.command === 'bank' ? undefined : noAnswerCaution;
}

function tryAgainButton({ again }: Failed) {
  return again ? [{ label: 'Ask Again', ...again }] : [];
}
