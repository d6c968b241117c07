import { isLosslessNumber, parse, stringify } from 'lossless-json';

/**
 * The one list of fields that the service may send beyond the spec and that are not for everybody: whole words of their
 * names, in small letters between blanks. A `token` is not among them: it may be what the customer bought.
 */
const sensitive = {
  /** For nobody. */
  secret: / (?:bvn|nin|pin|otp|cvv|password|secret)(?:number|no)?s? /,
  /** For the one who asks, in All Fields alone. */
  personal:
    / (?:e ?mail(?:address)?|(?:tele)?phone(?:number|no)?|mobile(?:number|no)?|msisdn|(?:dateof)?birth(?:date|day)?|dob|address(?:es)?|(?:account|available|ledger|wallet)?balance)s? /,
};

export type Sensitivity = keyof typeof sensitive;

/** Words as people join them: `customerBVN`, `BVNs`, `b.v.n` and `bvn-2` hold the word, `shipping` holds no pin. */
function isSensitive(name: string, sensitivity: Sensitivity): boolean {
  const parted = name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2');
  // The last capital begins the next word, as in `BVNNumber`, or ends the short one, as in `BVNs`.
  return [/(\p{Lu})(\p{Lu}\p{Ll})/gu, /(\p{Lu}{2})(\p{Ll})/gu].some((joint) =>
    sensitive[sensitivity].test(foldWords(parted.replace(joint, '$1 $2'))),
  );
}

/** In small letters between blanks, without what else is between them; letters that stand alone are one word. */
function foldWords(name: string): string {
  const words = name.toLowerCase().split(/[^\p{L}]+/u);
  return ` ${words.join(' ')} `.replace(/(?<= \p{L}) (?=\p{L} )/gu, '');
}

/** Deeper than any answer; a body may be nested deeper than the stack is. */
const depthMax = 100;

export interface Kept {
  /** A copy without those fields. */
  kept: Record<string, unknown>;
  /** Their names as they came, each once. */
  withheld: string[];
}

/** Takes the fields of one kind out of a JSON object, however they are nested, JSON within a text too. */
export function withhold(fields: object, sensitivity: Sensitivity): Kept {
  const withheld = new Set<string>();
  const judged = new Map<string, boolean>(); // a list has the same names in each of its thousands of entries
  let count = 0;

  const isWithheld = (name: string): boolean => {
    const judgement = judged.get(name) ?? isSensitive(name, sensitivity);
    judged.set(name, judgement);
    return judgement;
  };

  const keepFields = (object: object, depth: number): Record<string, unknown> => {
    const kept: [string, unknown][] = [];
    for (const [name, field] of Object.entries(object)) {
      if (!isWithheld(name)) kept.push([name, keep(field, depth)]);
      else {
        withheld.add(name);
        count += 1;
      }
    }
    return Object.fromEntries(kept);
  };

  const keep = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return keepText(value, depth);
    if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return value;
    if (depth === depthMax) return 'nested too deep to be shown';
    return Array.isArray(value) ? value.map((item: unknown) => keep(item, depth + 1)) : keepFields(value, depth + 1);
  };

  const keepText = (text: string, depth: number): string => {
    const json = depth < depthMax ? jsonIn(text) : undefined;
    const before = count;
    const kept = keep(json, depth + 1);
    return count === before ? text : (stringify(kept) ?? '');
  };

  return { kept: keepFields(fields, 0), withheld: [...withheld] };
}

function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return parse(text, null, { onDuplicateKey: ({ newValue }) => newValue });
  } catch {
    return undefined;
  }
}
