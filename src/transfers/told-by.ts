import { statusGroup } from './status-group.ts';
import { arrived, notArrived, ofTheQuestion, supposed, takenBack } from './telling-grammar.ts';
import { type Told, tellingWords } from './telling-words.ts';

/** In characters. A longer text is no message of a service, and reading it would take long. */
const readMax = 1_000;
const hasArrived = new RegExp(String.raw`(?<!\w)${arrived}(?!\w)`, 'i');
const settled: Told = ['settled'];

/** What the sentences of a service tell of the transfer, if anything: "credited, but not confirmed" tells two things. */
export function toldBy(text: string): Told[] {
  const plain = text.slice(0, readMax).replace(/[_-]+/g, ' ').replace(takenBack, ' ').replace(supposed, ' ');
  return plain.split(/[.;:!]|\b(?:but|however|although|though|while|whereas)\b/i).flatMap(clauseTells);
}

function clauseTells(clause: string): Told[] {
  const said = clause.trim();
  const told = tellingWords.find(([, words]) => words.test(said))?.[0];
  if (told === undefined) return [];
  const isOfMoney = hasArrived.test(said.replace(notArrived, ' '));
  if (told.includes('settled')) return ofTheQuestion.test(said) && !isOfMoney ? [] : [told];
  // "Time-out, beneficiary credited" tells two things; of money that was sent back, "credited" tells no other.
  return isOfMoney && told[0] !== 'reversed' ? [told, settled] : [told];
}

/** Words that say no more than that all is well, or nothing was to say. */
export function isUsual(text: string): boolean {
  const isFine = /^(?:ok(?:ay)?|yes|true|false|none|null|nil|n\/?a|[\d\W]*)[.!]*$/i.test(text);
  return isFine || text.search(takenBack) >= 0 || (ofTheQuestion.test(text) && /\b(?:success|found)/i.test(text));
}

/** What a status tells: its own group, else what its words would tell in a sentence. */
export function toldByStatus(status: string): Told | undefined {
  const group = statusGroup(status);
  if (group !== 'unknown') return [group];
  if (/^(?:paid|done|settled|credited|ok)$/i.test(status.trim())) return settled;
  const told = toldBy(status).flat();
  return told.length > 0 ? told : undefined;
}

/**
 * What a code tells. The spec documents none, so only zeros are read as a success; some others are what a service
 * answers that does not know yet.
 */
export function toldByCode(code: string): Told[] {
  if (/\p{L}{4}/u.test(code)) return toldBy(code);
  if (!/^(?=.*\d)\w{1,3}$/.test(code) || /^2\d\d$/.test(code)) return []; // 2xx is HTTP's
  if (/^0+$/.test(code)) return [['settled', 'reversed']];
  return [/^(?:\d|01|09|68|9\d|[45]\d\d)$/.test(code) ? ['moving', 'failed', 'reversed'] : ['failed', 'reversed']];
}
