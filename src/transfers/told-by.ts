import { type StatusGroup, statusGroup } from './status-group.ts';

/** What a text can mean; more than one when it fits each of them. */
export type Told = readonly StatusGroup[];

const failure = String.raw`(?:fail\w*|error\w*|declin\w*|reject\w*|cancel\w*|expired?|revers\w*|refund\w*|pending|processing)`;
/** "Has not failed", "no error": takes back the word after it. */
const takenBack = new RegExp(
  String.raw`(?:\b(?:no|not|never|without)|n['’]t)(?:\s+(?:been|be|yet|any|an?|longer))*\s+${failure}\b`,
  'gi',
);
const success = '(?:success(?:ful(?:ly)?)?|completed?|processed|approved|credited|settled)';

/** In this order: "could not be processed successfully" is no success, and "processing completed" is one. */
const told: readonly [RegExp, Told][] = [
  [/\b(?:not(?: been)? yet|yet to)\b/i, ['moving']],
  [
    new RegExp(String.raw`(?:\b(?:not|never|cannot|no)|n['’]t)(?:\s+\w+){0,3}?\s+${success}\b`, 'i'),
    ['failed', 'moving'],
  ],
  [/\b(?:insufficient|time[ds]? ?out|timeout|incomplete)\b/i, ['failed', 'moving']],
  [
    /\b(?:fail(?:ed|ure|s|ing)?|declined|denied|refused|rejected|aborted|cancell?ed|expired|unsuccessful(?:ly)?|error)\b/i,
    ['failed'],
  ],
  [/\b(?:reversed|reversal|refunded)\b/i, ['reversed']],
  [
    /\b(?:pending|in progress|queued|processing(?! (?:(?:is|was|has been) )?(?:complete|success|done|approved|finished)))/i,
    ['moving'],
  ],
  [/\b(?:success(?:ful(?:ly)?)?|approved|completed)\b/i, ['settled']],
];
/** What succeeded is the question, not the transfer. */
const ofTheQuestion =
  /\b(?:request\w*|quer(?:y|ied)|requer\w*|fetch\w*|retriev\w*|found|verif\w*|[ei]nquiry|check\w*)\b/i;

/** What a sentence of the service tells of the transfer, if anything. */
export function toldBy(text: string): Told | undefined {
  const plain = text.replace(/[_-]+/g, ' ').replace(takenBack, ' ');
  const groups = told.find(([words]) => words.test(plain))?.[1];
  return groups?.includes('settled') && ofTheQuestion.test(plain) ? undefined : groups;
}

/** What a status tells: its own group, else what its words would tell in a sentence. */
export function toldByStatus(status: string): Told | undefined {
  const group = statusGroup(status);
  if (group !== 'unknown') return [group];
  return /^(?:paid|done|settled|credited|ok)$/i.test(status.trim()) ? ['settled'] : toldBy(status);
}

/**
 * What a code tells. The spec documents none, so only zeros are read as a success; some others are what a service
 * answers that does not know yet.
 */
export function toldByCode(code: string): Told | undefined {
  if (/\p{L}{4}/u.test(code)) return toldBy(code);
  if (!/^(?=.*\d)\w{2,3}$/.test(code) || /^2\d\d$/.test(code)) return undefined; // 2xx is HTTP's
  if (/^0+$/.test(code)) return ['settled', 'reversed'];
  return /^(?:01|09|68|9\d|[45]\d\d)$/.test(code) ? ['moving', 'failed', 'reversed'] : ['failed', 'reversed'];
}
