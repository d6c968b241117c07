import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { Outcome } from './conversation.tsx';
import type { Spot } from './deliver.ts';
import { Icon } from './icons.tsx';
import { keys, Suggestions } from './suggestions.tsx';

export interface Completion {
  /** What it puts in the line. */
  readonly inserts: string;
  readonly usage: string;
  readonly description: string;
}

interface SentFile {
  readonly name: string;
  readonly base64: string;
}

interface ComposerProps {
  readonly id: string;
  readonly spot: Spot;
  readonly label: string;
  readonly placeholder: string;
  readonly completions: readonly Completion[];
  readonly hint: React.ReactNode;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Resolves with whether the sandbox took it. */
  readonly send: (text: string, files: readonly SentFile[]) => Promise<boolean>;
  /** Beside the line. */
  readonly children?: React.ReactNode;
}

/**
 * What stands before the caret and may be completed: a command, which stands alone, or a mention.
 */
function completable(value: string, caret: number): string {
  if (/^\/\S*$/.test(value)) return value;
  return /(?<=^|\s)@\w*$/.exec(value.slice(0, caret))?.[0] ?? '';
}

/**
 * A line to type in: completes commands and mentions, sends, takes files that are dropped or
 * pasted.
 */
export function Composer(props: ComposerProps) {
  const { id, spot, label, placeholder, completions, hint, field, send, children } = props;
  const [value, setValue] = useState('');
  const [start, setStart] = useState('');
  const [active, setActive] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  /** The last line that was sent, for ↑. */
  const last = useRef('');
  const matches =
    start === ''
      ? []
      : completions.filter(({ inserts }) => inserts.startsWith(start.toLowerCase()));
  const selected = matches[active % matches.length];
  const named = completions.find(
    ({ inserts }) => /^\/\S+\s/.test(value) && inserts === value.split(/\s/, 1)[0],
  );

  function fill(text: string, caret = text.length, isComplete = false) {
    setValue(text);
    setStart(isComplete ? '' : completable(text, caret));
    setActive(0);
  }

  async function submit(files: readonly SentFile[] = []) {
    const text = value.trim();
    if (text === '' && files.length === 0) return;
    last.current = text;
    fill('');
    // What was not taken comes back, unless the person has gone on typing.
    if (!(await send(text, files)) && field.current?.value === '') fill(text, text.length, true);
  }

  function complete({ inserts }: Completion) {
    const caret = field.current?.selectionEnd ?? value.length;
    const before = value.slice(0, caret - start.length);
    fill(`${before}${inserts} ${value.slice(caret).trimStart()}`, caret, true);
  }

  /** What a key does here and now. */
  function meaningOf({ key, shiftKey }: KeyboardEvent): (() => void) | undefined {
    switch (key) {
      case 'Enter':
        if (shiftKey) return undefined;
        return selected && selected.inserts !== start
          ? () => complete(selected)
          : () => void submit();
      case 'Tab':
        return selected && !shiftKey ? () => complete(selected) : undefined;
      case 'Escape':
        return selected ? () => setStart('') : undefined;
      case 'ArrowUp':
        if (selected) return () => setActive((active - 1 + matches.length) % matches.length);
        return value === '' && last.current !== '' ? () => fill(last.current, 0, true) : undefined;
      case 'ArrowDown':
        return selected ? () => setActive((active + 1) % matches.length) : undefined;
    }
    return undefined;
  }

  async function takeFiles(event: DragEvent | ClipboardEvent, data: DataTransfer) {
    if (data.files.length === 0) return;
    event.preventDefault();
    await submit(await Promise.all([...data.files].map(readFile)));
  }

  return (
    <form
      id={id}
      className="compose"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => void takeFiles(event, event.dataTransfer)}
    >
      {selected && (
        <Suggestions
          id={`${id}-completions`}
          label="Completions"
          anchor={box}
          options={matches.map((each) => ({
            key: each.inserts,
            content: <CompletionWords {...each} />,
          }))}
          active={matches.indexOf(selected)}
          choose={(at) => complete(matches[at] ?? selected)}
        />
      )}
      <div className="box frame row" ref={box}>
        {children}
        <textarea
          ref={field}
          className="line grow"
          rows={1}
          aria-label={label}
          aria-autocomplete="list"
          aria-controls={`${id}-completions`}
          aria-activedescendant={selected && `${id}-completions-${matches.indexOf(selected)}`}
          placeholder={placeholder}
          spellCheck={false}
          autoCapitalize="off"
          enterKeyHint="send"
          value={value}
          onChange={({ target }) => fill(target.value, target.selectionEnd)}
          onBlur={() => setStart('')}
          onPaste={(event) => void takeFiles(event, event.clipboardData)}
          onKeyDown={keys(meaningOf)}
        />
        <button
          type="submit"
          className="tile primary"
          aria-label={`Send${label === 'Reply' ? ' reply' : ''}`}
          disabled={value.trim() === ''}
        >
          <Icon of="send" />
        </button>
      </div>
      <div className="under-box row note">
        <p className="hint grow">
          {named ? (
            <>
              <code>
                <strong>{named.inserts}</strong> {named.usage}
              </code>
              {` · ${named.description}`}
            </>
          ) : (
            hint
          )}
        </p>
        <Outcome spot={spot} />
      </div>
    </form>
  );
}

const CompletionWords = ({ inserts, usage, description }: Completion) => (
  <span className="completion row wrap apart muted">
    <code>
      <strong>{inserts}</strong> {usage}
    </code>
    <span>{description}</span>
  </span>
);

async function readFile(file: File): Promise<SentFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { name: file.name, base64: btoa(binary) };
}
