import type { StatusGroup } from './status-group.ts';

/** What a text can mean; more than one when it fits each of them. */
export type Told = readonly StatusGroup[];

/** The money did not arrive; a reversal says no other. */
const failed: Told = ['failed', 'reversed'];
/** It did not arrive, and may arrive yet. */
const notThere: Told = ['failed', 'moving', 'reversed'];
const sentBack: Told = ['reversed', 'failed'];

/** Says of money that it is with whom it was sent to. */
export const arrived = oneOf(
  'credited',
  '(?:value|funds?|money|payment|amount|transfer)(?: (?:has|have|had|was|were|is|are|been|already))* (?:given|delivered|received|arrived|posted|disbursed|remitted)',
  '(?:given|delivered|posted|disbursed) value',
  '(?:delivered|disbursed|remitted|paid) to',
  '^paid$',
  '(?:beneficiary|payment|transaction|transfer|funds?|money|merchant|been|was|is|fully|already|and) paid',
  'paid (?:out|in full|into|beneficiary|successfully|already)',
);
const success = oneOf('success(?:ful(?:ly)?)?', 'completed?', 'processed', 'approved', 'settled', 'honou?red');
const given = oneOf('given', 'delivered', 'received', 'arrived', 'posted', 'disbursed', 'remitted', 'paid', 'debited');
const anySuccess = `(?:${success}|${given}|credit(?:ed)?)`;
const negation = String.raw`(?:\b(?:not|never|cannot|no|without|unable to|fail(?:s|ed|ure)? to)|n['’]t)`;
const negated = String.raw`${negation}(?:\s+\w+){0,3}?\s+${anySuccess}\b`;
const ahead = '(?:(?:to|will|shall|would|should|must)(?: \\w+)?(?: have)? be(?:en)?|being)';
const future = String.raw`${ahead}(?: \w+){0,2}? ${anySuccess}`;
const maybe = String.raw`(?:may|might)(?: \w+){0,3}? ${anySuccess}`;

const failure = oneOf(
  String.raw`(?:fail|error|declin|reject|cancel|revers|refund|return|duplicat|await|exceed|restrict|block)\w*`,
  'expired?|pending|processing|invalid|dormant|mismatch|fraud|violation|(?:issue|problem|exception)s?',
);
/** "Has not failed", "no error": takes back the word after it. */
export const takenBack = new RegExp(
  String.raw`(?:\b(?:no|not|never|without)|n['’]t)(?:\s+(?:been|be|yet|any|an?|longer))*\s+${failure}\b|\berrors?\W{0,3}(?:none|nil|null|false|0)\b`,
  'gi',
);
/** "If it was credited", "was it credited?" say of nothing that it is so. */
export const supposed = /\b(?:if|unless|in case|once|until|when|whether|before)\b[^.;!?]*|[^.;!?]*\?/gi;
/** "Could not be credited", "will be credited": an arrival that has not been. */
export const notArrived = new RegExp(String.raw`${negated}|\b(?:${future}|${maybe})\b`, 'gi');

/** What succeeded is the question, not the transfer. */
export const ofTheQuestion =
  /\b(?:request\w*|quer(?:y|ied)|requer\w*|fetch\w*|retriev\w*|found|verif\w*|[ei]nquiry|check\w*|initiated|submitted|accepted|logged)\b/i;

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
    words('returned(?: back)? to', '(?:money|funds?|amount|payment|transfer)(?: (?:was|has been|been))? returned'),
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
  [notThere, words('insufficient', '(?:no|not) sufficient', 'time[ds]? ?out', 'incomplete', 'too late', 'malfunction')],
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
  [failed, words('restricted', 'account(?: is| has been)? closed', 'closed account', 'post no (?:debit|credit)')],
  [sentBack, words('reversed', 'reversal', 'refunded')],
  [['moving'], words(future)],
  [['moving', 'settled'], words(maybe)],
  [
    ['moving'],
    words('pending', 'in progress', 'queued', 'await(?:s|ing)?', 'on hold', 'status (?:is )?unknown', 'unknown status'),
  ],
  [['moving'], words('processing(?! (?:(?:is|was|has been) )?(?:complete|success|done|approved|finished))')],
  [['settled'], words(arrived)],
  [['settled'], words('success(?:ful(?:ly)?)?', 'approved', 'completed', 'processed', 'settled')],
];

function oneOf(...alternatives: string[]): string {
  return `(?:${alternatives.join('|')})`;
}

function words(...alternatives: string[]): RegExp {
  return new RegExp(String.raw`(?<!\w)${oneOf(...alternatives)}(?!\w)`, 'i');
}
