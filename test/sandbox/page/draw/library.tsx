/** @jsxRuntime automatic */
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Block, Message } from 'slack-blocks-to-jsx';
import { conversations, mentionable } from '../places.ts';
import { Undrawn } from './developer-notes.tsx';
import { shieldBlock } from './shield.ts';
import { SlackDate } from './slack-date.tsx';

type Hooks = NonNullable<ComponentProps<typeof Message>['hooks']>;

const hooks: Hooks = {
  date: ({ timestamp, format, fallback }) => <SlackDate timestamp={timestamp} format={format} fallback={fallback} />,
  link: ({ href, children }) =>
    /^(?:https?|mailto|tel):/i.test(href) ? (
      <a href={href} target="_blank" rel="noreferrer">
        {children}
      </a>
    ) : (
      children
    ),
  // The library shows the bare name of an emoji that it does not know.
  emoji: (emoji, parse) => {
    const drawn = parse(emoji);
    return drawn === emoji.name ? `:${emoji.name}:` : drawn;
  },
};

const data = { users: [...mentionable], channels: [...conversations] };

/** One shielded block, drawn by slack-blocks-to-jsx in the page's own style. */
function LibraryBlock({ block }: { readonly block: unknown }) {
  // The library copes with any block of a type that it knows; what it does not cope with, `isDrawable` finds out.
  return (
    <Message blocks={[block as Block]} name="" logo="/icon.svg" withoutWrapper unstyled hooks={hooks} data={data} />
  );
}

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
