/*
 * slack-blocks-to-jsx reads every text as Markdown: plain_text and table cells too, and `&lt;!channel&gt;` as if nobody
 * had escaped it. Slack does not. So characters that must stay what they are travel through the library as private-use
 * characters, which mean nothing to it, and come back in the finished markup.
 */
const privateUseStart = 0xe000;
const shieldCharacters = /[\ue000-\ue07f]/g;
const asciiPunctuation = /[\0-/:-@[-`{-\x7f]/g;
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const markup: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&#x27;' };

const shieldCharacter = (character: string) => String.fromCharCode(privateUseStart + character.charCodeAt(0));

/** Shields a text that Slack shows letter by letter. */
export function shieldPlainText(text: string): string {
  return text.replace(asciiPunctuation, shieldCharacter);
}

/** Shields each match of `pattern`, which must match ASCII only. */
export function shieldMatches(text: string, pattern: RegExp): string {
  return text.replace(pattern, shieldPlainText);
}

/** Undoes Slack's escaping of the three characters that it asks to escape. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
}

/** Brings shielded characters back, escaped for HTML. */
export function unshieldMarkup(html: string): string {
  return html.replace(shieldCharacters, (shielded) => {
    const character = String.fromCharCode(shielded.charCodeAt(0) - privateUseStart);
    return markup[character] ?? character;
  });
}

/** A copy of a JSON value in which no text can pass for a shielded one. */
export function withoutShieldCharacters<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replace(shieldCharacters, '\ufffd'));
}
