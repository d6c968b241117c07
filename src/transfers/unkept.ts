import { hidden } from './status-group.ts';

const form = new RegExp(`^${hidden}[\\w-]+$`);

/** Stands for a word that may hold somebody's name or number, where words are kept. */
export function unkept(digest: string): string {
  return `${hidden}${digest}`;
}

export function isUnkept(text: string): boolean {
  return form.test(text);
}
