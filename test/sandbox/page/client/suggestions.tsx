import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';

/**
 * What a key does in a field that has a list beside it; other keys, and those of an input method,
 * are the field's.
 */
export function keys(meaningOf: (event: KeyboardEvent) => (() => void) | undefined) {
  return (event: KeyboardEvent) => {
    const act = event.nativeEvent.isComposing ? undefined : meaningOf(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}

interface SuggestionsProps {
  /** Of the list; `ID-0` is that of its first option. */
  readonly id: string;
  readonly label: string;
  /** What it lies beside. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly options: readonly { readonly key: string; readonly content: ReactNode }[];
  readonly active: number;
  readonly note?: string;
  readonly choose: (at: number) => void;
}

/** The list beside a field. The field keeps the focus, and its keys move in the list. */
export function Suggestions({
  id,
  label,
  anchor,
  options,
  active,
  note,
  choose,
}: SuggestionsProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(
    () => panel.current?.showPopover(anchor.current ? { source: anchor.current } : {}),
    [anchor],
  );
  useEffect(() => {
    panel.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <div className="panel offers" popover="manual" ref={panel}>
      <div id={id} role="listbox" aria-label={label}>
        {options.map(({ key, content }, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys move in the list
          <div
            key={key}
            id={`${id}-${at}`}
            className="item"
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            // Before the field loses the focus to the press.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(at)}
          >
            {content}
          </div>
        ))}
      </div>
      <p className="note" role="status">
        {note}
      </p>
    </div>
  );
}
