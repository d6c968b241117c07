import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Blocks } from '../client/blocks.tsx';
import { ElementContext, type Surroundings } from '../client/element-context.ts';
import { PageContext } from '../client/page-context.ts';
import { botUserId, conversations, people, users } from '../places.ts';

const page = {
  settings: {
    title: 'txnbot',
    samples: [],
    commands: [],
    shortcuts: [],
    people,
    conversations,
    users,
    botUserId,
  },
  person: people[0] ?? { id: '', name: '' },
  deliver: async () => undefined,
  openThread: () => {},
};

/** What React draws of a part of the page, as markup. */
export function draw(part: ReactNode, surroundings: Partial<Surroundings> = {}): string {
  const inView = {
    owner: { viewId: 'V1' },
    spot: 'V1',
    values: {},
    errors: {},
    drafts: new Map(),
    ...surroundings,
  };
  return renderToStaticMarkup(
    createElement(
      PageContext,
      { value: page },
      createElement(ElementContext, { value: inView }, part),
    ),
  );
}

export const drawBlocks = (blocks: readonly unknown[], surroundings?: Partial<Surroundings>) =>
  draw(createElement(Blocks, { blocks }), surroundings);

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&amp;': '&',
};

/** What a person reads of markup. */
export const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|#x27|amp);/g, (entity) => entities[entity] ?? entity);
