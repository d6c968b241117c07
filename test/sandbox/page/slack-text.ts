import { mentionable } from './places.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const idsByName = new Map(mentionable.map(({ id, name }) => [name, id]));

/**
 * What a person typed as Slack hands it to bots: three characters escaped, links in angle brackets
 * and a name as a reference to its user. Only the names of people of this workspace are mentions.
 */
export function toSlackText(typed: string): string {
  return typed
    .replace(/[&<>]/g, (character) => entities[character] ?? character)
    .replace(/https?:\/\/[^\s<>|]+/g, '<$&>')
    .replace(/(?<![\w@<])@(\w+)/g, (mention, name: string) => {
      const id = idsByName.get(name.toLowerCase());
      return id === undefined ? mention : `<@${id}>`;
    });
}
