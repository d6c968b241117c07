interface Clickable {
  actionId: string;
  blockId: string;
  /** Of a menu. */
  choices: readonly { text: string; value: string }[];
  /** Of a button. */
  values: readonly string[];
  /** The doors that it leads to: an option of a ⋯ menu has its own. */
  routes: readonly string[];
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textIn = (value: unknown, key: string): string =>
  isObject(value) && typeof value[key] === 'string' ? value[key] : '';

/** All that can be clicked in these blocks. */
export function clickables(blocks: unknown): Clickable[] {
  return elements(blocks, '').filter(({ type }) => !fields.has(type));
}

/** What can be written into. */
export function textFields(blocks: unknown): Clickable[] {
  return elements(blocks, '').filter(({ type }) => fields.has(type));
}

const fields = new Set(['plain_text_input']);

function elements(blocks: unknown, blockId: string): (Clickable & { type: string })[] {
  if (!isObject(blocks)) return [];
  const within = textIn(blocks, 'block_id') || blockId;
  const inner = Object.values(blocks).flatMap((each) => elements(each, within));
  const actionId = textIn(blocks, 'action_id');
  if (actionId === '') return inner;
  const { options = [] } = blocks;
  const choices = (Array.isArray(options) ? options : []).map((option: unknown) => ({
    text: textIn(isObject(option) ? option.text : undefined, 'text'),
    value: textIn(option, 'value'),
  }));
  const type = textIn(blocks, 'type');
  const ids = type === 'overflow' ? choices.map(({ value }) => value.split(' ')[0] ?? '') : [actionId];
  const routes = ids.map((id) => id.replace(/:\d+$/, ''));
  const values = typeof blocks.value === 'string' ? [blocks.value] : [];
  return [{ type, actionId, blockId: within, choices, values, routes }, ...inner];
}
