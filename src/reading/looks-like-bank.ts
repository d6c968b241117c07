import { isMixture } from './could-be-reference.ts';

/** What tells that words are about a bank; which one, the bank search knows. */
const words =
  /^(?:banks?|plc|mfb|microfinance|mortgage|psb|sort|uba|gtb|gtbank|fbn|fcmb|zenith|fidelity|ecobank|jaiz|polaris|providus|opay|palmpay|kuda|moniepoint|wema|sterling|stanbic)$/i;
const code = /^0\d{5}$/;
const longest = 60;

export function looksLikeBank(text: string): boolean {
  if (text.length > longest || partsOf(text).length > 8) return false;
  const chunks = text.split(/[\s,;|]+/).filter((chunk) => !isOfReference(chunk));
  return chunks.flatMap(partsOf).some((part) => words.test(part) || code.test(part));
}

function partsOf(text: string): string[] {
  return text.split(/[^\p{L}\d]+/u);
}

/** `KUDA_20251122_88aa21`, `NIP/000013/251122/98KLA`: beside a mixture, a bank's word or code is a part of one long number. */
function isOfReference(chunk: string): boolean {
  return chunk.split(/[-_/]+/).some(isMixture);
}
