import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { keepBeside } from './beside.ts';

export interface MenuItem {
  readonly label: string;
  readonly note?: string | undefined;
  readonly act: () => void;
}

/** Opens the page's one menu beside what asks for it; a second press of the same closes it. */
export type OpenMenu = (anchor: HTMLElement, label: string, items: readonly MenuItem[]) => void;

interface OpenedMenu {
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly items: readonly MenuItem[];
}

const moves: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** The page's one menu, and the way to open it. Escape and a press elsewhere close it. */
export function useMenu(): { openMenu: OpenMenu; menu: React.ReactNode } {
  const [opened, setOpened] = useState<OpenedMenu>();
  const openMenu = useCallback<OpenMenu>((anchor, label, items) => {
    const isSame = anchor.ariaExpanded === 'true';
    setOpened(isSame || items.length === 0 ? undefined : { anchor, label, items });
  }, []);
  const menu = opened && <Menu key={opened.label} {...opened} close={() => setOpened(undefined)} />;
  return { openMenu, menu };
}

function Menu({ anchor, label, items, close }: OpenedMenu & { readonly close: () => void }) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = menu;
    if (!current) return;
    current.showPopover();
    anchor.ariaExpanded = 'true';
    current.querySelector('button')?.focus();
    const stop = keepBeside(current, anchor);
    return () => {
      stop();
      anchor.ariaExpanded = 'false';
    };
  }, [anchor]);
  useEffect(() => {
    const closeOutside = ({ target }: PointerEvent) => {
      const isInside = target instanceof Node && (menu.current?.contains(target) || anchor.contains(target));
      if (!isInside) close();
    };
    addEventListener('pointerdown', closeOutside, true);
    return () => removeEventListener('pointerdown', closeOutside, true);
  }, [anchor, close]);

  function onKeyDown(event: KeyboardEvent) {
    const buttons = [...(menu.current?.querySelectorAll('button') ?? [])];
    const move = moves[event.key];
    if (move) buttons[move(buttons.indexOf(document.activeElement as HTMLButtonElement), buttons.length)]?.focus();
    else if (event.key !== 'Escape' && event.key !== 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (move) return;
    close();
    anchor.focus();
  }
  // Outside a window nothing can be pressed while it is open.
  return createPortal(
    <div id="menu" role="menu" tabIndex={-1} aria-label={label} popover="manual" ref={menu} onKeyDown={onKeyDown}>
      {items.map(({ label: name, note, act }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          aria-label={name}
          onClick={() => {
            close();
            anchor.focus();
            act();
          }}
        >
          {name}
          {note && <small>{note}</small>}
        </button>
      ))}
    </div>,
    anchor.closest('dialog') ?? document.body,
  );
}
