import { openEscaped } from './addresses.ts';
import { plainHyphens, withoutInvisible } from './plain-characters.ts';

/**
 * What people and other apps write, as its plain characters: Slack's wrappers are undone, and what JSON and addresses escape is opened.
 * Lines and columns stay, as they tell rows apart. The patterns stop at `<`, which Slack escapes within its wrappers:
 * otherwise a text full of `<` would be read once for each.
 */
export function pastedText(text: string): string {
  const unwrapped = text
    .replace(/<(https?:[^|<>]*)(?:\|([^<>]*))?>/g, (_link, address: string, label = '') => ` ${label} ${address} `)
    .replace(/<(?:mailto|tel):[^|<>]*(?:\|([^<>]*))?>/g, (_link, label = '') => ` ${label} `)
    .replace(/<[@#!][^<>]*>/g, ' ')
    .replace(/&(lt|gt|quot|amp);/g, (_entity, name: string) => entities[name] ?? '')
    .replace(/\\([nrt"/])/g, (_escape, character: string) => (/[nrt]/.test(character) ? '\n' : character));
  return plainHyphens(withoutInvisible(openEscaped(unwrapped)))
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u2018-\u201f\u00ab\u00bb\u2039\u203a\u00b4]/g, '"')
    .replace(emoji, ' ');
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** `:point_right:`, and not the colons of `ref:garo-8f3k2j1:failed` or `10:30:45`. */
const emoji = /(?<![^\s:]):[a-z][a-z\d_+'-]{0,60}:(?=[\s:]|$)/g;
