import { isLosslessNumber, parse, stringify } from 'lossless-json';

/**
 * The one list of sensitive fields that the service may send beyond the spec: whole words of their names, in lower case
 * between blanks. It leaves out `token`, which may be what the customer bought.
 */
const sensitive = {
  /** Shown to nobody. */
  secret: / (?:bvn|nin|pin|otp|cvv|password|secret)(?:number|no)?s? /,
  /** Shown only to the asker, and only in All Fields. */
  personal:
    / (?:e ?mail(?:address)?|(?:tele)?phone(?:number|no)?|mobile(?:number|no)?|msisdn|(?:dateof)?birth(?:date|day)?|dob|address(?:es)?|(?:account|available|ledger|wallet)?balance)s? /,
};

type Sensitivity = keyof typeof sensitive;

/**
 * Finds the words however a name joins them: `customerBVN`, `BVNs`, `b.v.n` and `bvn-2` match, `shipping` holds no
 * `pin`.
 */
function isSensitive(name: string, sensitivity: Sensitivity): boolean {
  const parted = name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2');
  // The last capital begins the next word (`BVNNumber`) or ends the abbreviation (`BVNs`), so try both.
  return [/(\p{Lu})(\p{Lu}\p{Ll})/gu, /(\p{Lu}{2})(\p{Ll})/gu].some((joint) =>
    sensitive[sensitivity].test(foldWords(parted.replace(joint, '$1 $2'))),
  );
}

/** The words in lower case between blanks, without digits and punctuation; joins single letters into one word. */
function foldWords(name: string): string {
  const words = name.toLowerCase().split(/[^\p{L}]+/u);
  return ` ${words.join(' ')} `.replace(/(?<= \p{L}) (?=\p{L} )/gu, '');
}

/** Deeper than any answer; a body may nest deeper than the stack allows. */
const depthMax = 100;

interface Redacted {
  /** A copy without the withheld fields. */
  kept: Record<string, unknown>;
  /** The names of the withheld fields as received, each once. */
  withheld: string[];
}

/** Removes the fields of one sensitivity from a JSON object, at any depth and also from JSON inside a string. */
export function redact(fields: object, sensitivity: Sensitivity): Redacted {
  const withheld = new Set<string>();
  let count = 0;

  const keepFields = (object: object, depth: number): Record<string, unknown> => {
    const kept: [string, unknown][] = [];
    for (const [name, field] of Object.entries(object)) {
      if (!isSensitive(name, sensitivity)) kept.push([name, keep(field, depth)]);
      else {
        withheld.add(name);
        count += 1;
      }
    }
    return Object.fromEntries(kept);
  };

  /** A text of JSON around it does not stay as it was. */
  const tooDeep = () => {
    count += 1;
    return 'nested too deep to be shown';
  };

  const keep = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string' ? !mayHoldFields(value) : !isObject(value)) return value;
    if (depth >= depthMax) return tooDeep();
    if (typeof value === 'string') return keepText(value, depth);
    if (Array.isArray(value)) return value.map((item: unknown) => keep(item, depth + 1));
    return isObject(value) ? keepFields(value, depth + 1) : value;
  };

  const keepText = (text: string, depth: number): string => {
    const json = jsonIn(text);
    const before = count;
    const kept = keep(json, depth + 1);
    return count === before ? text : (stringify(kept) ?? '');
  };

  return { kept: keepFields(fields, 0), withheld: [...withheld] };
}

/** Whether a text may be JSON that holds fields. */
export function mayHoldFields(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isLosslessNumber(value);
}

function jsonIn(text: string): unknown {
  try {
    return parse(text, null, { onDuplicateKey: ({ oldValue, newValue }) => [oldValue, newValue] });
  } catch {
    return undefined;
  }
}
