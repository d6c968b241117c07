import { isRecord } from '../is-record.ts';

/** Visits every object below `value`, parents first, with its path from the block: `elements[0].text`. */
export function walk(value: unknown, visit: (node: Record<string, unknown>, path: string) => void, path = ''): void {
  if (Array.isArray(value)) {
    value.forEach((entry, index) => {
      walk(entry, visit, `${path}[${index}]`);
    });
  } else if (isRecord(value)) {
    visit(value, path);
    for (const [key, child] of Object.entries(value)) walk(child, visit, path ? `${path}.${key}` : key);
  }
}
