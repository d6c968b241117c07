/** How the sentences of a service say that money arrived, or take it back. */

/** Says of money that it is with whom it was sent to. */
export const arrived = oneOf(
  'credited',
  '(?:value|funds?|money|payment|amount|transfer)(?: (?:has|have|had|was|were|is|are|been|already))* (?:given|delivered|received|arrived|posted|disbursed|remitted)',
  '(?:given|delivered|posted|disbursed) value',
  '(?:delivered|disbursed|remitted|paid) to',
  '^(?:paid|delivered|disbursed|posted|received)$',
  '(?:received|reached) (?:by )?(?:the )?(?:beneficiary|customer|receiver|recipient|account)',
  'received (?:the )?(?:value|funds?|money|payment)',
  'confirmed receipt|receipt confirmed',
  '(?:beneficiary|payment|transaction|transfer|funds?|money|merchant|been|was|is|fully|already|and) paid',
  'paid (?:out|in full|into|beneficiary|successfully|already)',
);
const success = oneOf('success(?:ful(?:ly)?)?', 'completed?', 'processed', 'approved', 'settled', 'honou?red');
const given = oneOf('given', 'delivered', 'received', 'arrived', 'posted', 'disbursed', 'remitted', 'paid', 'debited');
const anySuccess = `(?:${success}|${given}|credit(?:ed)?)`;
const negation = String.raw`(?:\b(?:not|never|cannot|no|nothing|neither|nor|without|unable to|fail(?:s|ed|ure)? to)|n['’]t)`;
/** After a negation alone: "unable to process", "did not receive value". */
const wanted = oneOf(
  'process',
  'settle',
  'pay',
  'deliver',
  'receive',
  'reach(?:ed)?',
  'confirm(?:ed)?',
  'done',
  'value',
);
export const negated = String.raw`${negation}(?:\s+\w+){0,3}?\s+(?:${anySuccess}|${wanted})\b`;
const ahead = '(?:(?:to|will|shall|would|should|must)(?: \\w+)?(?: have)? be(?:en)?|being)';
export const future = String.raw`${ahead}(?: \w+){0,2}? ${anySuccess}`;
export const maybe = String.raw`(?:may|might)(?: \w+){0,3}? ${anySuccess}`;

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

/** A pattern of any of these. */
export function oneOf(...alternatives: string[]): string {
  return `(?:${alternatives.join('|')})`;
}
