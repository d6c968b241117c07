import { hasReferenceShape, isOwn } from '../reading/shapes.ts';
import { type Choice, type Columns, familyOf, isOfOwn } from './columns.ts';
import { piecesOf, type Rest, type Sheet } from './rows.ts';

const ownInText = /(?<![\p{L}\d])(?:R-)?\p{L}+-[\p{L}\d]{7}(?![\p{L}\d])/gu;

/** The service's own references in a text, found without the reader that the account checks. */
export function ownIn(text: string): string[] {
  return [...text.matchAll(ownInText)].flatMap(([found]) => (isOwn(found) ? found : []));
}

const wordInText = /[\p{L}\d]+(?:[-_]+[\p{L}\d]+)*/gu;
const familiesOf = (choices: readonly Choice[]) => new Set(choices.flatMap(({ families }) => [...families]));

/** Whether the service's own references in the text, and others like those that were found, all stand in the cells. */
export async function addsUp(
  text: string,
  { words }: Columns,
  choices: readonly Choice[],
  rest: Rest,
): Promise<boolean> {
  const families = familiesOf(choices);
  const isLike = (word: string) => families.has(familyOf(word)) && hasReferenceShape(word);
  for (const { piece } of piecesOf(text)) {
    const like = (piece.match(wordInText) ?? []).filter((word) => !words.has(word) && isLike(word));
    if (like.some((word) => !isOfOwn(word)) || ownIn(piece).some((own) => !words.has(own))) return false;
    await rest();
  }
  return true;
}

/** Whether a cell of two columns to choose from holds lines that look like rows: an open quotation mark took them in. */
export function isSwallowed({ rows, width, delimiter }: Sheet, choices: readonly Choice[]): boolean {
  if (choices.length < 2) return false;
  return choices.some(({ column, wanted }) =>
    [...wanted.keys()].some((row) => {
      const cell = rows[row]?.cells[column.at] ?? '';
      return /[\r\n]/.test(cell) && cell.split(delimiter).length >= width;
    }),
  );
}

/** In the lines of a broken table, references of another kind than those of its columns are those of other columns. */
export function isLikeChosen({ width }: Sheet, choices: readonly Choice[]): (reference: string) => boolean {
  const families = familiesOf(choices);
  return (reference) => width === 1 || families.size === 0 || isOfOwn(reference) || families.has(familyOf(reference));
}
