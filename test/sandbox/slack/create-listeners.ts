/** Those who want to hear of a change. */
export interface Listeners {
  notify(): void;
  /** Answers with the way to stop. */
  subscribe(onChange: () => void): () => void;
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    notify() {
      for (const listener of listeners) listener();
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
