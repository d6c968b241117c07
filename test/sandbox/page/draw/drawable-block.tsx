/** @jsxRuntime automatic */
import { renderToStaticMarkup } from 'react-dom/server';
import { LibraryBlock } from './library-block.tsx';
import { shieldBlock } from './shield-block.ts';
import { Undrawn } from './undrawn.tsx';

/** The library throws on some blocks (a `raw_number` cell) and draws nothing for those that it does not know. */
function isDrawable(block: unknown, type: string): boolean {
  try {
    const html = renderToStaticMarkup(<LibraryBlock block={block} />);
    return type === 'divider' || /<img|<svg/.test(html) || html.replace(/<[^>]*>/g, '').trim() !== '';
  } catch {
    return false;
  }
}

/** A block as the library draws it, or as JSON when it cannot. */
export function DrawableBlock({ block, type }: { readonly block: unknown; readonly type: string }) {
  const shielded = shieldBlock(block);
  return isDrawable(shielded, type) ? (
    <LibraryBlock block={shielded} />
  ) : (
    <Undrawn what={`${type} block`} value={block} />
  );
}
