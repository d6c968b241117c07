import fc from 'fast-check';
import { bankQuestions } from '../fixtures/bank-questions.ts';
import { pastes } from '../fixtures/pastes.ts';
import { anyJson, anyText, deepJson, outsideText } from './texts.ts';

const figure = fc.integer({ min: 1_000_000, max: 9_999_999 });
/** A reference that the transfer service knows. */
const reference = fc.oneof(
  { weight: 3, arbitrary: figure.map((number) => `FUZ-${number}`) },
  fc.tuple(figure, outsideText).map(([number, more]) => `FUZ-${number}-${more.replace(/[\s,;]+/g, '')}`),
);
const many = fc
  .tuple(figure, fc.integer({ min: 2, max: 27 }), fc.constantFrom(' ', ', ', '\n', ' and '), anyText)
  .map(([number, count, between, more]) =>
    [...Array.from({ length: count }, (_, place) => `FUZ-${number}-${place}`), more].join(between),
  );
const identifier = fc.tuple(figure, fc.constantFrom('', '77', '5550001')).map(([number, tail]) => `1${number}${tail}`);
const paste = fc
  .tuple(figure, fc.constantFrom(...pastes))
  .map(([number, { text }]) => text.replace(/GARO-\w+/, `FUZ-${number}`));
const unusual = fc.constantFrom('', 'help', '?', '..', '%2e%2e', '/', '\ud800', 'watching', 'watch zq', '1'.repeat(41));

/** The text behind each command. */
const asked = {
  '/txn': fc.oneof({ weight: 16, arbitrary: reference }, { weight: 4, arbitrary: many }, paste, anyText, unusual),
  '/tsq': fc.oneof(
    { weight: 4, arbitrary: identifier },
    fc.tuple(identifier, outsideText).map(String),
    anyText,
    unusual,
  ),
  '/bank': fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...bankQuestions.map(({ typed }) => typed)) },
    ...[fc.nat({ max: 999_999 }).map(String), anyText, unusual],
  ),
};
/** A message to the bot: with a command, without, or with a slip of the finger. */
const spoken = fc
  .tuple(
    fc.constantFrom('', 'txn ', 'txn watch ', '/tsq ', 'bank ', 'tnx ', 'help '),
    fc.oneof(...Object.values(asked)),
  )
  .map((words) => words.join(''));
const list = fc.array(reference, { minLength: 1, maxLength: 60 }).map((rows) => ['Reference', ...rows].join('\n'));

/** What one person does at a door of the bot's, or with what is on the screen. */
export interface Deed {
  door: '/txn' | '/tsq' | '/bank' | 'message' | 'mention' | 'alert' | 'list' | 'home' | 'picker' | 'screen';
  text: string;
  userId: string;
  /** Which of what is on the screen. */
  choice: number;
}

const by = (door: Deed['door'], text: fc.Arbitrary<string> = fc.constant('')): fc.Arbitrary<Deed> =>
  fc.record({
    door: fc.constant(door),
    text,
    userId: fc.nat({ max: 39 }).map((person) => `U0FUZZ${person}`),
    choice: fc.nat({ max: 5_000 }),
  });
export const deed = fc.oneof(
  { weight: 12, arbitrary: by('/txn', asked['/txn']) },
  { weight: 6, arbitrary: by('/tsq', asked['/tsq']) },
  { weight: 6, arbitrary: by('/bank', asked['/bank']) },
  { weight: 20, arbitrary: by('screen', spoken) },
  { weight: 4, arbitrary: by('message', spoken) },
  { weight: 4, arbitrary: by('mention', spoken) },
  ...[by('alert', spoken), by('list', list), by('home'), by('picker')],
);

const change = fc.tuple(fc.nat({ max: 40 }), fc.option(anyJson, { nil: undefined }));
/** Signed, and yet nothing that Slack sends. */
const strange = fc.oneof(
  ...[anyText, deepJson, anyJson.map((value) => JSON.stringify(value)), anyJson.map(inForm)],
  anyJson.map((value) => JSON.stringify({ type: 'event_callback', event: value })),
  fc.constantFrom('', '5', '"x"', '[]', '{}', 'null', 'payload=', 'payload=5', 'ssl_check=1', 'x'.repeat(1_600_000)),
);
/** Of the body of a delivery makes one that has anything in the place of some values, or lacks them, or is another one. */
export const spoilt: fc.Arbitrary<(body: string) => string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(change, { minLength: 1, maxLength: 3 })
      .map((changes) => (body: string) => spoil(body, changes)),
  },
  strange.map((body) => () => body),
);

function spoil(body: string, changes: readonly (readonly [place: number, value: unknown])[]): string {
  const values = new Map(changes);
  let at = 0;
  const parse = (json: string) =>
    JSON.parse(json, (key, value) => {
      at += 1;
      return key !== '' && values.has(at) ? values.get(at) : value;
    });
  if (body.startsWith('{')) return JSON.stringify(parse(body));
  const fields = Object.fromEntries(new URLSearchParams(body));
  if (fields.payload !== undefined) return inForm(parse(fields.payload));
  const changed = Object.entries(parse(JSON.stringify(fields)));
  return new URLSearchParams(changed.map(([name, value]) => [name, String(value)])).toString();
}

function inForm(value: unknown): string {
  return new URLSearchParams({ payload: JSON.stringify(value) }).toString();
}
