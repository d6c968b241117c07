import type { KeyboardEvent } from 'react';

/** What a key does in a field that has a list beside it; other keys, and those of an input method, are the field's. */
export function keys(meaningOf: (event: KeyboardEvent) => (() => void) | undefined) {
  return (event: KeyboardEvent) => {
    const act = event.nativeEvent.isComposing ? undefined : meaningOf(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}
