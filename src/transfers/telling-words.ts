import type { StatusGroup } from './status-group.ts';
import { arrived, future, maybe, negated, oneOf } from './telling-grammar.ts';

/** What a text can mean; more than one when it fits each of them. */
export type Told = readonly StatusGroup[];

/** The money did not arrive; a reversal says no other. */
const failed: Told = ['failed', 'reversed'];
/** It did not arrive, and may arrive yet. */
const notThere: Told = ['failed', 'moving', 'reversed'];
const sentBack: Told = ['reversed', 'failed'];

/**
 * What words tell of a transfer: the first line that fits holds. "Could not be processed successfully" is no success,
 * and "processing completed" is one.
 */
export const tellingWords: readonly [Told, RegExp][] = [
  [['moving'], words('not(?: been)? yet', 'yet to')],
  [
    ['failed', 'moving', 'settled'],
    words(String.raw`(?:reversal|refund) (?:\w+ )?(?:failed|unsuccessful|declined|rejected)`, 'to (?:reverse|refund)'),
  ],
  [
    notThere,
    words('(?:reversal|refund)(?: is)? (?:in progress|pending|initiated)', 'be (?:reversed|refunded|returned)'),
  ],
  [sentBack, words('credited back', 'credited to (?:the )?(?:sender|source|payer|originator)')],
  [
    sentBack,
    words("(?:sender|source|payer|originator)(?:['’]s)?(?: (?:account|bank|has|was|is|been|already))* credited"),
  ],
  [
    sentBack,
    words(
      'returned(?: back)? to',
      '^returned$',
      'charge ?back',
      '(?:money|funds?|amount|payment|transfer)(?: (?:was|were|has been|have been|been))? returned',
    ),
  ],
  [failed, words('do not honou?r', 'not (?:permitted|allowed)', 'no action taken')],
  [
    notThere,
    words(
      'unable to (?:locate|find)',
      'not (?:be )?(?:found|located)',
      'does not exist',
      'no (?:such )?(?:record|transaction)',
    ),
  ],
  [notThere, new RegExp(negated, 'i')],
  [
    notThere,
    words(
      'insufficient',
      '(?:no|not) sufficient',
      'time[ds]? ?out',
      'incomplete',
      'too late',
      'malfunction',
      'try again',
      'un(?:paid|confirmed|settled|credited)',
    ),
  ],
  [
    notThere,
    words(
      'no (?:response|answer|reply)',
      '(?:bank|service|system|switch|host|institution|destination|network)(?: is)? (?:not available|unavailable|down|offline)',
    ),
  ],
  [
    failed,
    words('fail(?:ed|ure|s|ing)?', 'declined', 'denied', 'refused', 'rejected', 'aborted', 'cancell?ed', 'expired'),
  ],
  [failed, words('unsuccessful(?:ly)?', 'errors?', 'invalid', 'dormant', 'mismatch', 'duplicate', 'suspected fraud')],
  [
    failed,
    words('exceed(?:s|ed)?', 'violation', 'unknown bank', 'wrong method', 'contact sending bank', 'blocked', 'frozen'),
  ],
  [
    failed,
    words(
      'restricted',
      'account(?: is| has been)? closed',
      'closed account',
      'void(?:ed)?',
      'empty mandate',
      'post no (?:debit|credit)',
    ),
  ],
  [sentBack, words('reversed', 'reversal', 'refunded')],
  [['moving'], words(future)],
  [['moving', 'settled'], words(maybe)],
  [
    ['moving'],
    words(
      'pending',
      'in (?:progress|process)',
      'ongoing',
      'stuck',
      'held for',
      'under review',
      'queued',
      'await(?:s|ing)?',
      'on hold',
      'status (?:is )?unknown',
      'unknown status',
    ),
  ],
  [['moving'], words('processing(?! (?:(?:is|was|has been) )?(?:complete|success|done|approved|finished))')],
  [['moving', 'settled'], words('(?:money|funds?|payment|transfer)(?: (?:was|has been))? (?:sent|made)')],
  [['settled'], words(arrived)],
  [['settled'], words('success(?:ful(?:ly)?)?', 'approved', 'completed?', 'processed', 'settled', 'done')],
];

function words(...alternatives: string[]): RegExp {
  return new RegExp(String.raw`(?<!\w)${oneOf(...alternatives)}(?!\w)`, 'i');
}
