/** What asks for a row of a table again: it requeries a requery and looks up anything else. */
export interface Ask {
  isRequery: boolean;
  asked: string;
  /** The reference of the record that a requery is asked by the id of. */
  ofRecord?: string | undefined;
  /** What that record said when its table was made: to be shown as just that, and never taken for what it says now. */
  recorded?: string | undefined;
}

/** What a requery is asked by. */
export type OfRecord = Pick<Ask, 'ofRecord' | 'recorded'>;

/** A line for a button or an option to carry. */
export function askLine({ isRequery, asked, ofRecord, recorded }: Ask): string {
  if (!isRequery) return `txn ${asked}`;
  if (ofRecord === undefined) return `tsq ${asked}`;
  return `tsq ${asked} ${ofRecord}${recorded === undefined ? '' : `\t${recorded}`}`;
}

/** Parses the text of `askLine`; an identifier holds no blank, and a reference no tab. */
export function parseAsk(line: string): Ask | undefined {
  const [, reference, identifier, ofRecord, recorded] =
    /^(?:txn (.+)|tsq (\S+)(?: ([^\t]+)(?:\t(.+))?)?)$/.exec(line) ?? [];
  if (reference !== undefined) return { isRequery: false, asked: reference };
  return identifier === undefined ? undefined : { isRequery: true, asked: identifier, ofRecord, recorded };
}

const shared = '=';
/** A shorter beginning is not worth a line of its own. */
const sharedMin = (count: number) => (count < 10 ? 6 : 3);

/**
 * A line each. Several buttons of one message carry them, and Slack counts what they carry as a part of it, so a
 * beginning that all share stands once, in a line before the others.
 */
export function askLines(asks: readonly Ask[]): string {
  const lines = asks.map(askLine);
  const beginning = sharedBeginning(lines);
  if (lines.length < 2 || beginning.length < sharedMin(lines.length)) return lines.join('\n');
  return [shared + beginning, ...lines.map((line) => line.slice(beginning.length))].join('\n');
}

/** The lines of `askLines`, each whole. */
export function splitAsks(text: string): string[] {
  const [first = '', ...others] = text.split('\n');
  return first.startsWith(shared) ? others.map((line) => first.slice(shared.length) + line) : [first, ...others];
}

/** Of plain characters alone, so that no character is parted. */
function sharedBeginning([first = '', ...others]: readonly string[]): string {
  const plain = /^[ -~]*/.exec(first)?.[0] ?? '';
  const lengths = others.map((line) => {
    const differs = [...plain].findIndex((character, place) => character !== line[place]);
    return differs === -1 ? plain.length : differs;
  });
  return plain.slice(0, Math.min(plain.length, ...lengths));
}
