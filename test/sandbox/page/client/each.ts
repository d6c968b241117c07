import { createElement, Fragment, type ReactNode } from 'react';

interface EachProps<Item> {
  readonly of: readonly Item[];
  readonly children: (item: Item, at: number) => ReactNode;
}

/**
 * Draws things of which two may say the same, so that nothing but their places tells them apart:
 * cells, rows, words.
 */
export function Each<Item>({ of, children }: EachProps<Item>) {
  return createElement(Fragment, null, ...of.map(children));
}
