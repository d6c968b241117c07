import type { Block, Reply } from '../../src/blocks/blocks.ts';

/**
 * Every text of a reply's blocks, a line each, in the order of the screen: what a test reads
 * instead of JSON.
 */
export function shownLines({ blocks }: Reply): string[] {
  return blocks.flatMap(blockLines);
}

function blockLines(block: Block): string[] {
  switch (block.type) {
    case 'header':
      return [`# ${block.text.text}`];
    case 'section':
      return [
        ...(block.text ? [block.text.text] : []),
        ...(block.fields ?? []).map(({ text }) => `| ${text}`),
      ];
    case 'context':
      return block.elements.flatMap((element) => ('text' in element ? [`~ ${element.text}`] : []));
    case 'actions':
      return block.elements.flatMap((element) => {
        if (element.type === 'overflow')
          return element.options.map(({ text, value }) => `⋯ [${text.text}] ${value}`);
        return element.type === 'button'
          ? [`[${element.text.text}] ${element.action_id} ${element.value}`]
          : [];
      });
    case 'rich_text':
      return block.elements.map((element) =>
        element.elements.map((inner) => ('text' in inner ? `> ${inner.text}` : '')).join(''),
      );
    case 'container':
      return [
        `+ ${block.title?.text}`,
        ...block.child_blocks.flatMap(blockLines).map((line) => `  ${line}`),
      ];
    default:
      return [`? ${block.type}`];
  }
}
