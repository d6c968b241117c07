/** @jsxRuntime automatic */
import type { ComponentProps } from 'react';
import { type Block, Message } from 'slack-blocks-to-jsx';
import { conversations, mentionable } from '../places.ts';
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
export function LibraryBlock({ block }: { readonly block: unknown }) {
  // The library copes with any block of a type that it knows; what it does not cope with, `isDrawable` finds out.
  return (
    <Message blocks={[block as Block]} name="" logo="/icon.svg" withoutWrapper unstyled hooks={hooks} data={data} />
  );
}
