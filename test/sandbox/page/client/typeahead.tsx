import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Option } from '../../slack/types.ts';
import { keepBeside } from './beside.ts';
import { post } from './deliver.ts';
import { useSurroundings } from './element-context.ts';
import { keys } from './keys.ts';

const debounceMs = 150;

interface TypeaheadProps {
  /** Where the select stands, as Slack names it. */
  readonly place: object;
  readonly label: string;
  readonly placeholder: string;
  /** What is chosen. */
  readonly held: string;
  /** From how many characters on Slack asks the bot. */
  readonly minLength: number;
}

/** What is listed below the field; undefined while it is closed. */
interface Offers {
  readonly options: readonly Option[];
  readonly active: number;
  readonly note: string;
}

/** A field that asks the bot for what is typed and lists what it offers. */
export function Typeahead({ place, label, placeholder, held, minLength }: TypeaheadProps) {
  const { send } = useSurroundings();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Counts the questions: what is on its way may answer an older one. */
  const asked = useRef(0);
  const [typed, setTyped] = useState<string>();
  const [offers, setOffers] = useState<Offers>();
  const isOpen = offers !== undefined;

  useEffect(() => {
    if (!isOpen || !list.current || !field.current) return;
    const { current: popover } = list;
    popover.style.width = `${field.current.offsetWidth}px`;
    popover.showPopover();
    return keepBeside(popover, field.current);
  }, [isOpen]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });

  function close() {
    clearTimeout(timer.current);
    asked.current += 1;
    setOffers(undefined);
  }

  async function ask(value: string) {
    asked.current += 1;
    const turn = asked.current;
    setOffers((before) => ({ options: before?.options ?? [], active: 0, note: 'Searching…' }));
    const found = await post('/typeahead', { ...place, value }).then(
      ({ outcome, options = [] }) => ({
        options,
        note: options.length > 0 ? '' : outcome === 'acked' ? 'No results' : 'The options did not come',
      }),
      (error: unknown) => ({ options: [], note: error instanceof Error ? error.message : String(error) }),
    );
    if (turn === asked.current) setOffers({ ...found, active: 0 });
  }

  function search(value: string) {
    clearTimeout(timer.current);
    asked.current += 1;
    const missing = minLength - value.trim().length;
    if (missing > 0)
      setOffers({ options: [], active: 0, note: `Type ${missing} more ${missing === 1 ? 'character' : 'characters'}` });
    else timer.current = setTimeout(() => void ask(value), debounceMs);
  }

  function choose(option: Option) {
    close();
    setTyped(option.text);
    void send('/selections', { ...place, option });
  }

  function meaningOf({ key }: KeyboardEvent): (() => void) | undefined {
    const chosen = offers?.options[offers.active];
    switch (key) {
      case 'Escape':
        return isOpen ? close : undefined;
      // Submitting a window by Enter while one searches is never meant.
      case 'Enter':
        return () => chosen && choose(chosen);
      case 'ArrowDown':
      case 'ArrowUp': {
        if (!offers) return key === 'ArrowDown' ? () => search(typed ?? held) : undefined;
        const { options, active } = offers;
        const next = (active + (key === 'ArrowDown' ? 1 : -1) + options.length) % options.length;
        return options.length > 0 ? () => setOffers({ ...offers, active: next }) : undefined;
      }
    }
    return undefined;
  }

  return (
    <span className="typeahead">
      <input
        ref={field}
        type="text"
        className="pick"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={offers?.options.length ? `${id}-${offers.active}` : undefined}
        aria-autocomplete="list"
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={typed ?? held}
        onChange={({ target }) => {
          setTyped(target.value);
          search(target.value);
        }}
        onClick={({ currentTarget }) => {
          if (isOpen) return;
          currentTarget.select();
          search(currentTarget.value);
        }}
        onBlur={() => {
          close();
          // What was typed to search is not what is chosen.
          setTyped(undefined);
        }}
        onKeyDown={keys(meaningOf)}
      />
      {offers && (
        <span className="offers" popover="manual" ref={list}>
          <span id={`${id}-list`} role="listbox" aria-label={label}>
            {offers.options.map((option, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys move in the list
              <span
                key={option.value}
                id={`${id}-${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === offers.active}
                // Before the field loses the focus to the press.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                {option.text}
                {option.description && <small>{option.description}</small>}
              </span>
            ))}
          </span>
          <span className="offer-note" role="status">
            {offers.note}
          </span>
        </span>
      )}
    </span>
  );
}
