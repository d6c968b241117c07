import { type KeyboardEvent, type ReactNode, useId } from 'react';

export interface MenuItem {
  readonly label: string;
  readonly note?: string | undefined;
  readonly act: () => void;
}

interface MenuButtonProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly actionId?: string | undefined;
  /** Its icon. */
  readonly children: ReactNode;
}

const moves: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  event.stopPropagation(); // Escape is the menu's, not that of the thread around it
  const items = [...event.currentTarget.querySelectorAll('button')];
  const move = moves[event.key];
  if (!move) return;
  event.preventDefault();
  items[move(items.indexOf(event.target as HTMLButtonElement), items.length)]?.focus();
}

/** A button and its menu, a popover of the browser's: Escape and a press elsewhere close it. */
export function MenuButton({ label, items, actionId, children }: MenuButtonProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="tile quiet"
        popoverTarget={id}
        data-action-id={actionId}
        aria-label={label}
        aria-haspopup="menu"
      >
        {children}
      </button>
      <div
        id={id}
        className="panel"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        popover="auto"
        onToggle={({ newState, currentTarget }) =>
          newState === 'open' && currentTarget.querySelector('button')?.focus()
        }
        onKeyDown={moveFocus}
      >
        {items.map(({ label: name, note, act }) => (
          <button
            key={name}
            type="button"
            className="item"
            role="menuitem"
            aria-label={name}
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={act}
          >
            {name}
            {note && <small>{note}</small>}
          </button>
        ))}
      </div>
    </>
  );
}
