import { createContext, useContext } from 'react';
import type { PageSettings, Person } from '../types.ts';
import type { Deliver } from './deliver.ts';

/** What every part of the page may need to know and do. */
export interface PageContextValue {
  readonly settings: PageSettings;
  readonly person: Person;
  readonly deliver: Deliver;
  /** Opens the thread that a message began, by its `ts`. */
  readonly openThread: (ts: string) => void;
}

export const PageContext = createContext<PageContextValue | undefined>(undefined);

/** What the page knows and can do. */
export function usePage(): PageContextValue {
  const page = useContext(PageContext);
  if (!page) throw new Error('There is no page around this.');
  return page;
}

/** `amara` as the name over a message: "Amara". */
export const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
