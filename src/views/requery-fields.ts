import { isEmpty, isObject, scalarText } from '../transfers/json-values.ts';
import { type BlockForm, canFold, secondLook } from './block-form.ts';
import { type Block, context } from './blocks.ts';
import { jsonFields, labelOf, moreOf } from './json-fields.ts';

type Entry = [name: string, value: unknown];

/** Words of names that are looked for first: what became of it, how much, who, and by which names it is known. */
const firstLook = new Set(
  (
    'status amount charge charges fee fees reference ref session ' +
    'account name bank beneficiary sender receiver recipient originator source destination payer payee customer ' +
    'response message description reason remark remarks narration'
  ).split(' '),
);

/** What can take back what the status says. */
const neverFolded = /^revers|codes?$|^errors?$/;

/**
 * The values of an answer of an undocumented shape, by their names. Where none is known by its name, none can be called
 * less important than the others, and all stay in sight.
 * @param left what is said of values that are shown to nobody
 */
export function requeryFields(entries: readonly Entry[], left: string | undefined, form: BlockForm): Block[] {
  const values = entries.flatMap(valuesOf).filter(({ value }) => !isEmpty(value));
  const inSight = values.filter(isFirstLook);
  const others = values.filter((value) => !isFirstLook(value)).map(entryOf);
  const notHere = left === undefined ? [] : [context([left])];
  if (!canFold(form) || inSight.length === 0 || others.length === 0) return [...jsonFields(entries), ...notHere];
  const title = `${moreOf(others, 'value')} of the answer`;
  const details = [...jsonFields(others), ...notHere];
  return [...jsonFields(inSight.map(entryOf)), ...secondLook(form, title, details)];
}

interface Value {
  /** Its own name, and before it that of the object that it stands in. */
  names: string[];
  value: unknown;
}

function valuesOf([name, value]: Entry): Value[] {
  if (!isObject(value)) return [{ names: [name], value }];
  return Object.entries(value).map(([inner, innerValue]) => ({ names: [name, inner], value: innerValue }));
}

function entryOf({ names: [name = '', inner], value }: Value): Entry {
  return [name, inner === undefined ? value : { [inner]: value }];
}

function isFirstLook({ names, value }: Value): boolean {
  const words = names.flatMap((name) => labelOf(name).toLowerCase().split(' '));
  if (words.some((word) => neverFolded.test(word))) return true;
  return scalarText(value) !== undefined && words.some((word) => firstLook.has(word));
}
