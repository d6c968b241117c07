export interface Bag<T> {
  readonly all: readonly T[];
  /** @returns what takes it out again */
  add(item: T): () => void;
}

/**
 * Holds what is under way, in no order. A `Map` or a `Set` that is filled and emptied all the time makes itself anew
 * again and again, and each of its former tables keeps what it held from being collected young.
 */
export function createBag<T>(): Bag<T> {
  const places: { item: T; at: number }[] = [];
  return {
    get all() {
      return places.map(({ item }) => item);
    },
    add(item) {
      const place = { item, at: places.length };
      places.push(place);
      return () => {
        const last = places.pop();
        if (last === undefined || last === place) return;
        places[place.at] = last;
        last.at = place.at;
      };
    },
  };
}
