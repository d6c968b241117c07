import { parseArgs } from 'node:util';
import { budgets, contextBudget, measure, overOf, piecesOf } from './measure.ts';
import { allSamples, type Sample } from './samples.ts';

/** A sample with those that read the same. */
interface Look {
  sample: Sample;
  forms: Set<string>;
  audiences: Set<string>;
}

/** @param sameOf what two samples of a kind must have in common to be one look */
function looksOf(samples: readonly Sample[], sameOf: (sample: Sample) => unknown): Look[] {
  const looks = new Map<string, Look>();
  for (const sample of samples) {
    const key = JSON.stringify([sample.kind, sameOf(sample)]);
    const look = looks.get(key) ?? { sample, forms: new Set(), audiences: new Set() };
    look.forms.add(sample.form);
    look.audiences.add(sample.audience);
    looks.set(key, look);
  }
  const order = [...new Set(samples.map(({ kind }) => kind))];
  return [...looks.values()].sort((a, b) => order.indexOf(a.sample.kind) - order.indexOf(b.sample.kind));
}

function isOver({ sample: { blocks, budget } }: Look): boolean {
  return overOf(measure(blocks, budgets[budget]), budgets[budget]).length > 0;
}

const one = (all: ReadonlySet<string>) => (all.size > 1 ? 'both' : [...all].join());

function rowOf(look: Look): string[] {
  const { kind, blocks, budget: name } = look.sample;
  const budget = budgets[name];
  const { words, lines, buttons, contextWords, contextLines } = measure(blocks, budget);
  const beside = (count: number, most: number) =>
    Number.isFinite(most) ? `${count}/${most}${count > most ? '!' : ''}` : `${count}`;
  return [
    isOver(look) ? '!' : '',
    kind,
    one(look.forms),
    one(look.audiences),
    beside(words, budget.words),
    beside(lines, budget.lines),
    beside(buttons, budget.buttons),
    beside(contextWords, contextBudget.contextWords),
    beside(contextLines, contextBudget.contextLines),
  ];
}

const marks = { text: '', quote: '> ', context: '~ ', aside: '| ', actions: '' };

function shown(look: Look): string {
  const [, kind, form, audience, ...figures] = rowOf(look);
  const pieces = piecesOf(look.sample.blocks).flatMap(({ kind: of, lines, labels }) => [
    ...lines.map((line) => `  ${marks[of]}${line}`),
    ...(labels.length > 0 ? [`  ${labels.join(' ')}`] : []),
  ]);
  const text = 'message' in look.sample.sent ? [`  notification: ${look.sample.sent.message.text.split('\n')[0]}`] : [];
  return [`${kind} (blocks ${form}, reader ${audience}; ${figures.join(' ')})`, ...pieces, ...text].join('\n');
}

/**
 * `npm run messages`: what every kind of message and window costs its reader, beside its budget, with a `!` where it is
 * over. `npm run messages -- --show pending` prints those whose kind has the word as a person reads them.
 */
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  process.exit(code === 'EPIPE' ? 0 : 1); // `head` reads no more than it shows
});
const { values } = parseArgs({ options: { show: { type: 'string' } } });
const samples = await allSamples();
if (values.show === undefined) {
  const looks = looksOf(samples, ({ blocks, budget }) => measure(blocks, budgets[budget]));
  const heads = ['', 'kind', 'blocks', 'reader', 'words', 'lines', 'buttons', 'context', 'its lines'];
  const rows = looks.map(rowOf);
  const widths = heads.map((head, at) =>
    Math.max(...[head, ...rows.map((row) => row[at] ?? '')].map((cell) => cell.length)),
  );
  for (const row of [heads, ...rows])
    console.log(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  console.log(`\n${looks.filter(isOver).length} of ${looks.length} are over their budgets.`);
} else {
  const { show } = values;
  const wanted = samples.filter(({ kind }) => kind.includes(show));
  for (const look of looksOf(wanted, ({ blocks }) => piecesOf(blocks))) console.log(`${shown(look)}\n`);
}
