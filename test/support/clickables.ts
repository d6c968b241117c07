interface Clickable {
  type: string;
  actionId: string;
  /** What it carries: of a menu, each of its options. */
  values: readonly string[];
  /** The doors that it leads to: an option of a ⋯ menu has its own. */
  routes: readonly string[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const textIn = (value: unknown, key: string): string[] =>
  isObject(value) && typeof value[key] === 'string' ? [value[key]] : [];

/** All in these blocks that can be pressed, chosen from or written into. */
export function clickables(blocks: unknown): Clickable[] {
  if (!isObject(blocks)) return [];
  const inner = Object.values(blocks).flatMap(clickables);
  const [type = ''] = textIn(blocks, 'type');
  const [actionId] = textIn(blocks, 'action_id');
  if (actionId === undefined) return inner;
  const options: unknown[] = Array.isArray(blocks.options) ? blocks.options : [blocks];
  const values = options.flatMap((option) => textIn(option, 'value'));
  const ids = type === 'overflow' ? values.map((value) => value.split(' ')[0] ?? '') : [actionId];
  return [{ type, actionId, values, routes: ids.map((id) => id.replace(/:\d+$/, '')) }, ...inner];
}
