/** Holds what is under way, in no order. */
interface Bag<T> {
  readonly all: readonly T[];
  /** @returns what takes it out again */
  add(item: T): () => void;
}

/**
 * What many questions a second go through must not be a `Map` or a `Set` of objects: filled and emptied all the time,
 * it makes its table anew again and again, and each former table keeps what it held until the whole heap is collected.
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
        if (places[place.at] !== place) return;
        const last = places.pop();
        if (last === undefined || last === place) return;
        places[place.at] = last;
        last.at = place.at;
      };
    },
  };
}
