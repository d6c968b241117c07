import { foldBlanks } from '../plain-text.ts';

/** The limit for the service's own words about a failed call, in characters. */
export const serviceWordsMax = 200;

/** Replaces words that do not help the person, but could help an attacker. */
export const wordsWithheld = "The service's own words are withheld, as they show how it is made inside.";

/** What a system says only to the people who run it. The patterns expect one line, as `foldBlanks` makes it. */
const insides: readonly RegExp[] = [
  // A stack trace.
  /\bat \S+ ?\([^)]{0,300}(?::\d+|native|Unknown Source)/,
  /\b(?:Traceback|Stack ?trace|Caused by:|goroutine \d+|panic:|segmentation fault)/i,
  /[a-z]Exception\b|\b(?:Type|Reference|Range|Syntax|Key|Value|Attribute|Runtime|Null)Error\b/,
  /\b(?:undefined is not|cannot read propert|null pointer)/i,
  // A query.
  /\bselect (?:distinct )?(?:\*|[\w."`[\]()*]+(?: ?, ?[\w."`[\]()*]+)*) from [\w."`[]/i,
  /\binsert into [\w."`[]|\bdelete from [\w."`[]|\bupdate [\w."`[\]]+ set [\w."`[\]]+ ?=/i,
  /\b(?:create|alter|drop|truncate) table\b|\bwhere [\w."`[\]]+ ?(?:=|<|>|in ?\(|like\b)/i,
  /SQL|\bORA-\d|\bJDBC\b|\bMongo|\bsyntax error\b|\bunknown (?:column|table|database)\b|\b(?:relation|column|table|collection) ["'`]?\w+["'`]? (?:does not|doesn't) exist/i,
  /\bduplicate (?:entry|key)\b|\bviolates \S+ (?:key )?constraint\b/i,
  // A file's path.
  /(?:^|[\s"'`(=:,[])(?:~|\.{1,2})?\/[\w.@-]+\/[\w.@-]/,
  /[\w.-]{1,80}\/[\w./-]{0,200}\.[a-z]{1,5}\b/i,
  /\b[a-z]:[\\/]|\\\w/i,
  /\.(?:java|jsx?|tsx?|mjs|cjs|py|php|rb|go|cs|kt|scala|rs|cpp?|sh|sql|xml|ya?ml|conf|env|log|jar|dll|so)\b(?::\d+)?/i,
  // An address.
  /[a-z]:\/\//i,
  /\blocalhost\b|\b[a-z][\w.-]{0,80}:\d{4,5}\b/i,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b|(?:\b[\da-f]{1,4})?(?:::?[\da-f]{1,4}){3,}|::1\b/i,
  /[a-z][\w-]{0,62}\.[a-z][\w-]{0,62}\.[a-z][\w-]/i,
  /[a-z][a-z\d-]{0,62}\.[a-z]{2,24}\b|[A-Z][A-Z\d-]{0,62}\.[A-Z]{2,24}\b/,
  /\bgetaddrinfo\b|\bE(?:CONN[A-Z]+|NOTFOUND|HOSTUNREACH|AI_AGAIN|TIMEDOUT)\b/,
];

/** Whether a text shows the service's internals: a stack trace, a query, a file's path or an address. */
export function showsInsides(words: string): boolean {
  const line = foldBlanks(words);
  return insides.some((pattern) => pattern.test(line));
}
