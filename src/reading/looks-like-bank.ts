/** What tells that words are about a bank; which one, the bank search knows. */
const words =
  /^(?:banks?|plc|mfb|microfinance|mortgage|psb|sort|uba|gtb|gtbank|fbn|fcmb|zenith|fidelity|ecobank|jaiz|polaris|providus|opay|palmpay|kuda|moniepoint|wema|sterling|stanbic)$/i;
const code = /^0\d{5}$/;
const longest = 60;

export function looksLikeBank(text: string): boolean {
  if (text.length > longest) return false;
  const said = text.split(/[^\p{L}\d]+/u);
  return said.length <= 8 && said.some((word) => words.test(word) || code.test(word));
}
