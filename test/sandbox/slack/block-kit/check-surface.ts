import { isRecord } from '../is-record.ts';
import type { Surface } from './surfaces.ts';
import { walk } from './walk.ts';

/** What an element may be only on some surfaces, or only once on one. */
export function checkSurface(blocks: readonly unknown[], surface: Surface): string[] {
  const problems: string[] = [];
  let focused = 0;
  blocks.forEach((block, index) => {
    const isModalInput = surface === 'modal' && isRecord(block) && block.type === 'input';
    walk(block, (node, path) => {
      const place = `blocks[${index}]${path ? ` ${path}` : ''}`;
      if (node.focus_on_load === true) focused += 1;
      if (node.response_url_enabled === true && !isModalInput) {
        problems.push(`${place} has response_url_enabled, which Slack takes in a modal's input block only`);
      }
    });
  });
  if (focused > 1) problems.push(`blocks has ${focused} elements with focus_on_load; Slack takes at most 1`);
  return problems;
}
