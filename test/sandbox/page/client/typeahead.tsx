import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { Option } from '../../slack/types.ts';
import { post } from './deliver.ts';
import { useSurroundings } from './element-context.ts';
import { keys, Suggestions } from './suggestions.tsx';

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

/** What is listed beside the field; undefined while it is closed. */
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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Counts the questions: what is on its way may answer an older one. */
  const asked = useRef(0);
  const [typed, setTyped] = useState<string>();
  const [offers, setOffers] = useState<Offers>();
  const isOpen = offers !== undefined;

  function stopAsking() {
    clearTimeout(timer.current);
    asked.current += 1;
  }

  function close() {
    stopAsking();
    setOffers(undefined);
  }

  async function ask(value: string) {
    const turn = asked.current;
    setOffers((before) => ({ options: before?.options ?? [], active: 0, note: 'Searching…' }));
    const found = await post('/typeahead', { ...place, value }).then(
      ({ outcome, options = [] }) => ({
        options,
        note:
          options.length > 0 ? '' : outcome === 'acked' ? 'No results' : 'The options did not come',
      }),
      (error: unknown) => ({
        options: [],
        note: error instanceof Error ? error.message : String(error),
      }),
    );
    if (turn === asked.current) setOffers({ ...found, active: 0 });
  }

  function search(value: string) {
    stopAsking();
    const missing = minLength - value.trim().length;
    if (missing > 0)
      setOffers({
        options: [],
        active: 0,
        note: `Type ${missing} more ${missing === 1 ? 'character' : 'characters'}`,
      });
    else timer.current = setTimeout(() => void ask(value), debounceMs);
  }

  function choose(option: Option | undefined) {
    if (!option) return;
    close();
    setTyped(option.text);
    void send('/selections', { ...place, option });
  }

  function meaningOf({ key }: KeyboardEvent): (() => void) | undefined {
    // Submitting a window by Enter while one searches is never meant.
    if (key === 'Enter') return () => choose(offers?.options[offers.active]);
    if (!offers) return key === 'ArrowDown' ? () => search(typed ?? held) : undefined;
    if (key === 'Escape') return close;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const { options, active } = offers;
    if (step === undefined || options.length === 0) return undefined;
    return () =>
      setOffers({ ...offers, active: (active + step + options.length) % options.length });
  }

  return (
    <div className="typeahead">
      <input
        ref={field}
        type="text"
        className="pick"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={offers?.options.length ? `${id}-list-${offers.active}` : undefined}
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
        <Suggestions
          id={`${id}-list`}
          label={label}
          anchor={field}
          options={offers.options.map(({ value, text, description }) => ({
            key: value,
            content: description ? [text, <small key="description">{description}</small>] : text,
          }))}
          active={offers.active}
          note={offers.note}
          choose={(at) => choose(offers.options[at])}
        />
      )}
    </div>
  );
}
