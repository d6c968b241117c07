import { type Block, section } from './blocks.ts';

/** Slack's limit for the text of a section, in characters. */
const sectionMax = 3000;

/** Puts the lines into as few sections as can hold them. */
export function sectionsOf(lines: readonly string[]): Block[] {
  const texts: string[] = [];
  for (const text of lines) {
    const joined = `${texts.at(-1) ?? ''}\n${text}`;
    if (texts.length > 0 && joined.length <= sectionMax) texts[texts.length - 1] = joined;
    else texts.push(text);
  }
  return texts.map(section);
}
