/** The block that Slack's composer makes of what a person typed: mentions, links and the rest as text. */
export function toRichText(text: string, blockId: string) {
  const elements = text
    .split(/(<[^<>]+>)/)
    .filter((piece) => piece !== '')
    .map(toElement);
  return { type: 'rich_text', block_id: blockId, elements: [{ type: 'rich_text_section', elements }] };
}

function toElement(piece: string): Record<string, unknown> {
  const [, sign = '', target = '', label] = /^<(@|#|)([^|>]+)(?:\|([^>]*))?>$/.exec(piece) ?? [];
  if (sign === '@') return { type: 'user', user_id: target };
  if (sign === '#') return { type: 'channel', channel_id: target };
  if (/^(https?:\/\/|mailto:|tel:)/.test(target)) {
    return { type: 'link', url: decode(target), ...(label !== undefined && { text: decode(label) }) };
  }
  return { type: 'text', text: decode(piece) };
}

function decode(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
