const thanks = /^(?:thanks?|thx|tnx|ty|cheers|noted|great|perfect|ok|okay|nice)$/;
const aroundThanks = /^(?:many|much|all|everyone|team|again|you|so|very|bot|txnbot|for|the|help|your|that|this)$/;
const textMax = 60;

/** Thanks and nothing else: it asks nothing, so no answer is owed. */
export function isThanks(words: string): boolean {
  if (words.length > textMax) return false;
  const said = saidIn(
    words
      .toLowerCase()
      .replace(/thank you/g, 'thanks')
      .replace(/a lot/g, 'much')
      .replace(/got it/g, 'noted'),
  );
  return said.some((word) => thanks.test(word)) && said.every((word) => thanks.test(word) || aroundThanks.test(word));
}

const help =
  /^(?:help(?: me)?|(?:so )?what (?:can|do) you do|what can i ask(?: you)?|who are you|what (?:are you|is this)|how (?:do i use (?:this|you)|does this work))(?: please| pls| for me)?$/;
const greeting =
  /^(?:hi|hello|hey|hiya|yo|greetings|good (?:morning|afternoon|evening|day))(?: there| all| team| bot| txnbot| everyone| guys| sir| ma)?$/;

/** Asks what the bot can do. */
export function isHelp(words: string): boolean {
  return /^(?:--help|\?)$/.test(words) || help.test(saidIn(words).join(' '));
}

/** A greeting alone asks for help, but for text behind a command: there it may be a reference. */
export function isGreeting(words: string): boolean {
  return greeting.test(saidIn(words).join(' '));
}

const pointing = /^(?:this|that|these|those|it|them|above)$/;
const aroundPointing =
  /^(?:please|pls|plz|kindly|abeg|help|can|could|you|we|me|us|i|check|confirm|look|lookup|see|watch|track|verify|review|requery|trace|monitor|find|treat|with|on|up|at|into|out|about|what|whats|is|are|of|for|the|all|both|one|ones|messages?|alerts?|thread|transactions?|references?|txns?|transfers?|status|here|now|asap|again|also|and|thanks?|sir|ma|team|guys)$/;

/** Names nothing and means what stands above: `check this pls`, `watch these`. */
export function pointsAbove(words: string): boolean {
  const said = saidIn(words);
  return (
    said.some((word) => pointing.test(word)) && said.every((word) => pointing.test(word) || aroundPointing.test(word))
  );
}

/** Nothing for what is too long for small talk, or holds a digit. */
function saidIn(words: string): string[] {
  if (words.length > textMax || /\d/.test(words)) return [];
  return words
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}
