import type { KeptOfPeople } from '../forget.ts';
import type { WatchStore } from './engine.ts';

/** The watches of a person, for erasing them. */
export function forgetWatches(store: WatchStore): KeptOfPeople {
  return {
    what: 'watches',
    async forget(personId) {
      if (!store.isDurable()) throw new Error('The kept watches cannot be read.');
      const watches = await store.ofPerson(personId);
      await Promise.all(watches.map(store.remove));
      return watches.length;
    },
  };
}
