import {
  type Block,
  context,
  message,
  preformatted,
  preformattedMax,
  type Reply,
  section,
  twoColumns,
} from '../blocks/blocks.ts';
import {
  amountField,
  fieldLabel,
  isEmpty,
  isObject,
  jsonText,
  scalarText,
  showsInternalDetails,
} from '../blocks/json-fields.ts';
import { amount, code, cutMiddle, date, safeText, zonedTime } from '../blocks/mrkdwn.ts';
import { isReversed } from '../blocks/status.ts';
import { createLoadingModal, selectForModal } from '../blocks/views.ts';
import type { Presentation, Reader } from '../command.ts';
import { capitalize, cut, foldBlanks, formatCount, isDefined, joinNonEmpty } from '../text.ts';
import {
  type FieldName,
  fieldEntry,
  fieldNames,
  type Transaction,
  timeNames,
} from '../transfer-service/fields.ts';
import { drawContextLines, formatGarbled, otherValues, withCents } from './card-parts.ts';
import { comparedRequery } from './contradictions.ts';
import type { FoundCard } from './record-and-requery.ts';
import { type Entry, serviceTexts, topValues } from './requery-answer.ts';
import { type Row, rowText } from './row.ts';

/** Draws the modal that All Fields and All Values show while the answer loads. */
export const createFieldsLoadingModal = (asked: string) =>
  createLoadingModal(asked, titleOf(asked));

/** Slack's limit for a modal's title, in characters. */
const titleMax = 24;

function titleOf(asked: string): string {
  return cutMiddle(asked, titleMax);
}

/** Draws all fields of an answer as received, except withheld ones. */
export function createFieldsReply({ row }: FoundCard): Reply {
  const { asked, transaction = {}, record, requery } = row;
  if (requery) return requeryValuesView(asked, requery);

  const entries = inOrderOfSpec(Object.entries(record?.record ?? {}));
  const notes = [redactedLine(record?.withheld ?? [])];
  return valuesView(transaction.reference ?? '', entries, notes, transaction);
}

/** Draws the values of a requery's answer, except empty ones and those that show internals. */
function requeryValuesView(asked: string, requery: NonNullable<Row['requery']>): Reply {
  const all: Entry[] = [
    ['success', requery.success],
    ['message', requery.message],
    ...topValues({ ...requery, success: undefined }),
  ];
  const entries = all.filter(([, value]) => value !== undefined && value !== '');
  const readable = entries.filter(
    ([, value]) => !(typeof value === 'string' && showsInternalDetails(value)),
  );
  const hidden = entries.length - readable.length;
  const inside = hidden === 0 ? undefined : `${hidden} not shown: how the service is made inside`;

  return valuesView(asked, readable, [redactedLine(requery.withheld), inside]);
}

/** Sorts the fields of the API spec before all others, which keep their order. */
function inOrderOfSpec(entries: readonly Entry[]): Entry[] {
  const names: readonly string[] = fieldNames;
  const rank = ([name]: Entry) => (names.includes(name) ? names.indexOf(name) : names.length);
  return entries.toSorted((a, b) => rank(a) - rank(b));
}

const namesMax = 300;

/**
 * `2 fields withheld: bvn, nin` in mrkdwn; `undefined` for no names. A field's name may hold an
 * account number.
 */
function redactedLine(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const listed = names.map((name) => name.replace(/\d{4,}/g, '…')).join(', ');
  return `${formatCount(names.length, 'field')} withheld: ${safeText(listed, namesMax)}`;
}

const shortValueMax = 120;
/** Room for a short value in which every character is escaped. */
const escapedValueMax = 5 * shortValueMax;
const fileNameMax = 60;

/** Blocks that show one or several values, and how many of them are whole. */
interface ShownValues {
  blocks: readonly Block[];
  count: number;
}

/**
 * What does not fit is counted, and the whole answer comes as a text file, as it arrived.
 * @param record the record that the entries are of, whose fields have the words of the desk
 */
function valuesView(
  asked: string,
  entries: readonly Entry[],
  notes: readonly (string | undefined)[],
  record?: Transaction,
): Reply {
  const filled = entries.filter(([, value]) => !isEmpty(value));
  const notSet = entries
    .filter(([, value]) => isEmpty(value))
    .map(([name]) => valueLabel(name, record));

  const fitting = selectForModal(drawValues(filled, record));
  const missingCount = fitting.reduce((rest, { count }) => rest - count, filled.length);

  const title = titleOf(asked);
  const isCutTitle = title !== asked;
  const notesAbove = [isCutTitle ? code(asked) : undefined, ...notes].filter(isDefined);
  const blocks = [
    ...(notesAbove.length > 0 ? [context(notesAbove)] : []),
    ...fitting.flatMap((part) => part.blocks),
    ...(notSet.length > 0 ? [context([`Not set: ${cut(notSet.join(', '), namesMax)}`])] : []),
  ];

  const reply = { text: code(asked), title };
  if (blocks.length === 0) return { ...reply, blocks: [section('The answer holds no data.')] };
  if (missingCount === 0) return { ...reply, blocks };

  const name = `${asked.replace(/[^\w.-]+/g, '-').slice(0, fileNameMax)}-values.txt`;
  const what = formatCount(missingCount, 'value does', 'values do');
  const where = `${what} not fit here whole: all are in a direct message to you, as ${code(name)}.`;
  const content = entries.map((entry) => `${entry[0]}\n${wholeText(entry[1])}\n`).join('\n');

  return { ...reply, blocks: [section(where), ...blocks], file: { name, content } };
}

/** Draws short values in two columns, then each long one in a block of its own. */
function drawValues(entries: readonly Entry[], record: Transaction | undefined): ShownValues[] {
  const short: string[] = [];
  const long: ShownValues[] = [];

  for (const [name, value] of entries) {
    const label = valueLabel(name, record);
    const sum = record && name === 'netAmount' ? withCents(scalarText(value)) : value;
    const text = amountField(name, sum, record?.currency) ?? wholeText(value);
    const isShort =
      text.length <= shortValueMax &&
      !text.includes('\n') &&
      !Array.isArray(value) &&
      !isObject(value);

    if (isShort) {
      const timeName = timeNames.find((each) => each === name);
      const atMs = timeName && record?.[timeName];
      const shown = atMs === undefined ? code(text, escapedValueMax) : date(atMs, 'seconds');
      short.push(`${label}\n${shown}`);
    } else {
      const isWhole = text.length <= preformattedMax;
      long.push({ blocks: [section(label), preformatted(text)], count: isWhole ? 1 : 0 });
    }
  }

  const packed = twoColumns(short).map((block) => ({
    blocks: [block],
    count: block.fields?.length ?? 0,
  }));
  return [...packed, ...long];
}

/** Names a value, in the words of the desk if it is a record's field. */
function valueLabel(name: string, record: Transaction | undefined): string {
  return (record && deskWord(name)) ?? (capitalize(fieldLabel(name)) || 'Unnamed');
}

/** The label that the note for the bank has for one field of a record alone. */
function deskWord(name: string): string | undefined {
  const known = fieldNames.find((each) => each === name);
  const label = known && fieldEntry(known).note;
  return label === 'From' || label === 'To' ? undefined : label;
}

const wholeText = (value: unknown) => scalarText(value) ?? jsonText(value);

/**
 * Draws the note: all that a bank's desk needs to trace a transfer, in the desk's order, as plain
 * text to paste into an email, with times in the reader's time zone. For a requery: its record, the
 * service's messages and top-level values.
 */
export function bankNote(
  { row, askedAtMs }: FoundCard,
  reader: Reader,
  presentation: Presentation,
): Reply {
  const { asked, transaction = {}, requery: answer } = row;
  const currency = transaction.currency ?? presentation.currency;
  const timeOf = (epochMs: number) => zonedTime(epochMs, reader.asker.utcOffsetSeconds);
  const asOf = timeOf(askedAtMs);
  const statusOf = (record: Pick<Row, 'status'>) =>
    `${record.status?.trim() || 'not given'} (as of ${asOf})`;

  if (!answer) {
    const status = statusOf(row);
    const requery = requeryOfNote(row, asOf, timeOf);
    const both = requery === undefined ? status : `record ${status}; requery ${requery}`;
    const lines = recordLines(transaction, both, timeOf, currency);
    return noteOf(code(transaction.reference ?? ''), lines, row);
  }

  const texts = serviceTexts(answer).filter((text) => !showsInternalDetails(text));
  const status = `${requeriedWords(row)} (requery, as of ${asOf})`;
  const record = answer.transaction;
  const values = otherValues(row, answer, texts);
  const lines: NoteLine[] = [
    ['Transaction ID', asked],
    ...(record
      ? recordLines(record, statusOf(record), timeOf, currency)
      : [['Status', status] as const]),
    ...texts.map((text): NoteLine => ['Service says', text]),
    ...values.map(
      ([name, value]): NoteLine => [
        capitalize(fieldLabel(name)),
        amountField(name, value, currency) ?? scalarText(value),
      ],
    ),
  ];

  return noteOf(code(asked), lines, row);
}

/** Describes the requery of a record, made now or before: neither status is taken as the truth. */
function requeryOfNote(
  row: Row,
  asOf: string,
  timeOf: (epochMs: number) => string,
): string | undefined {
  const { requeried } = row;
  if (requeried && (requeried.other || requeried.failure === undefined))
    return `${requeried.asked} ${requeriedWords(requeried)} (as of ${asOf})`;

  const { words, sighting } = comparedRequery(row) ?? {};
  if (sighting === undefined) return undefined;

  return `${sighting.id ?? ''} ${words} (as of ${timeOf(sighting.atMs)})`;
}

function requeriedWords(requery: Row): string {
  const words = rowText(requery);
  return requery.code === undefined || words.includes(', code ')
    ? words
    : `${words}, code ${requery.code}`;
}

type NoteLine = readonly [label: string, value: string | undefined];

/** Labels in the order in which a bank's desk needs them; all other labels come after these. */
const labelOrder = [
  'Session',
  'Amount',
  'Status',
  'Reversed flag',
  'From',
  'To',
  'Created',
  'Completed',
  'Reference',
];
const noteLabels = fieldNames.map((name) => fieldEntry(name).note).filter(isDefined);
const sortedLabels = [...new Set([...labelOrder, ...noteLabels])];

function recordLines(
  transaction: Transaction,
  status: string,
  timeOf: (epochMs: number) => string,
  currency: string | undefined,
): NoteLine[] {
  const fields: Partial<Record<FieldName, unknown>> = transaction;
  const unread: typeof fields = transaction.unreadTimes ?? {};

  const shown = (name: FieldName): string => {
    const value = fields[name] ?? unread[name];
    if (name === 'status') return status;
    if (typeof value === 'number') return timeOf(value);
    if (typeof value !== 'string' || (name === 'reversedFlag' && !isReversed(value))) return '';

    return fieldEntry(name).kind === 'money' && value.trim()
      ? amount(value, currency)
      : value.trim();
  };

  return sortedLabels.map((label) => {
    const values = fieldNames.filter((name) => fieldEntry(name).note === label).map(shown);
    return [label, joinNonEmpty(values, ', ')];
  });
}

const lineMax = 400;

function noteOf(about: string, lines: readonly NoteLine[], row: Row): Reply {
  const written = lines
    .filter(([, value]) => value?.trim())
    .map(([label, value = '']) => `${label}: ${cut(foldBlanks(value), lineMax)}`);
  const title = `Note for the bank · ${about}`;
  const garbled = drawContextLines([formatGarbled([row])]);
  return message(title, [section(title), preformatted(written.join('\n')), ...garbled]);
}
