import fc from 'fast-check';
import { type Delivery, delivery, type Written, written } from './deliveries.ts';
import { anyJson, deepJson } from './json.ts';
import { anyText, type Stamp, stamped } from './texts.ts';
import { bankList, type UpstreamAnswer, upstreamAnswer } from './transfer-service.ts';

/** What is signed and yet nothing that Slack sends: by a Slack of tomorrow, or by nobody's fault. */
export type OddRequest = Delivery | Written;

interface Change {
  /** Where to, from the top: which of the keys there are. */
  steps: number[];
  /** Nothing: what is there goes. */
  to?: unknown;
}

const change: fc.Arbitrary<Change> = fc.record(
  { steps: fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 4 }), to: anyJson },
  { requiredKeys: ['steps'] },
);

/** A payload of Slack's of which something is missing or of another kind. */
const changed: fc.Arbitrary<Delivery> = fc
  .tuple(delivery, fc.array(change, { minLength: 1, maxLength: 3 }))
  .map(([{ door, payload }, changes]) => {
    const copy: Record<string, unknown> = structuredClone(payload);
    for (const { steps, ...target } of changes) put(copy, steps, target);
    return { door, payload: copy };
  });

/** Bolt keeps a client for each team that it hears of, and of teams there are few. */
const teams = new Set(['team', 'team_id', 'authorizations', 'is_enterprise_install', 'enterprise']);

function put(node: Record<string, unknown>, [step = 0, ...further]: number[], target: { to?: unknown }): void {
  const keys = Object.keys(node);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined || teams.has(key)) return;
  const child = node[key];
  if (further.length > 0 && isObject(child)) put(child, further, target);
  else if ('to' in target) node[key] = target.to;
  else delete node[key];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const contentType = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain', '');
const body = fc.oneof(
  anyText,
  deepJson,
  anyJson.map((value) => JSON.stringify(value)),
  anyJson.map((value) => `payload=${encodeURIComponent(JSON.stringify(value).replace(/\p{Surrogate}/gu, ''))}`),
  anyJson.map((value) => JSON.stringify({ type: 'event_callback', event: value })),
  fc.constantFrom(
    '',
    '5',
    '"x"',
    '[]',
    '{}',
    'null',
    'payload=null',
    'payload=',
    'payload=5',
    'ssl_check=1',
    'x'.repeat(1_600_000),
  ),
);
const raw: fc.Arbitrary<Written> = fc.record({ contentType, body });

const oddRequest: fc.Arbitrary<OddRequest> = fc.oneof({ weight: 4, arbitrary: changed }, { weight: 1, arbitrary: raw });

export function writtenOddly(request: OddRequest, stamp: Stamp): Written {
  return 'door' in request ? written(request, stamp) : { ...request, body: stamped(request.body, stamp) };
}

/** After so many the transfer service's answers come again. */
export const answerCount = 14_000;

interface Inputs {
  /** What Slack sends, as many as there is time for. */
  requestAt(index: number): OddRequest;
  /** What the transfer service answers. */
  answerAt(index: number): UpstreamAnswer;
  bankListAt(index: number): string;
}

const atOnce = 500;

/** Nine of ten are what people can do. */
const request: fc.Arbitrary<OddRequest> = fc.oneof(
  { weight: 9, arbitrary: delivery },
  { weight: 1, arbitrary: oddRequest },
);

/** The same seed makes the same inputs, some hundred at a time. */
export function createInputs(seed: number): Inputs {
  const seedOf = (index: number) => seed * 1_000 + Math.floor(index / atOnce);
  const series = <T>(arbitrary: fc.Arbitrary<T>) => {
    const made = new Map<number, T[]>();
    return (index: number): T => {
      const from = seedOf(index);
      const some = made.get(from) ?? fc.sample(arbitrary, { seed: from, numRuns: atOnce });
      made.set(from, some);
      return some[index % atOnce] as T;
    };
  };
  const requestAt = series(request);
  const answerAt = series(upstreamAnswer);
  const lists = fc.sample(bankList, { seed, numRuns: 10 });
  return {
    requestAt,
    answerAt: (index) => answerAt(index % answerCount),
    bankListAt: (index) => lists[index % lists.length] ?? '',
  };
}
