/** @jsxRuntime automatic */
import { mentionable } from '../places.ts';
import type { ManifestCommand, ManifestShortcut } from '../types.ts';
import { SendIcon, ShortcutIcon } from './icons.tsx';

interface Completion {
  /** What it puts in the line. */
  readonly inserts: string;
  readonly usage: string;
  readonly description: string;
}

const mentions: readonly Completion[] = mentionable.map(({ name }, index) => ({
  inserts: `@${name}`,
  usage: '',
  description: index === 0 ? 'The app' : 'A person',
}));

function Completions({ id, completions }: { readonly id: string; readonly completions: readonly Completion[] }) {
  return (
    <div id={id} className="completions" role="listbox" aria-label="Completions" hidden>
      {completions.map(({ inserts, usage, description }, index) => (
        <div
          key={inserts}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected="false"
          data-inserts={inserts}
          data-command={inserts.startsWith('/') ? inserts : undefined}
        >
          <span className="completion-call">
            <strong>{inserts}</strong> <span className="usage">{usage}</span>
          </span>
          <span className="completion-description">{description}</span>
        </div>
      ))}
    </div>
  );
}

interface LineProps {
  /** The id of the field; those of what belongs to it begin with it. */
  readonly field: string;
  readonly completions: string;
  readonly label: string;
  readonly placeholder: string;
}

function Line({ field, completions, label, placeholder }: LineProps) {
  return (
    <textarea
      id={field}
      className="line"
      rows={1}
      aria-label={label}
      aria-autocomplete="list"
      aria-controls={completions}
      placeholder={placeholder}
      spellCheck={false}
      autoCapitalize="off"
      enterKeyHint="send"
    />
  );
}

interface ComposerProps {
  readonly commands: readonly ManifestCommand[];
  readonly shortcuts: readonly ManifestShortcut[];
}

/** Where a person types; what can be completed stands in the markup, and the browser shows what fits. */
export function Composer({ commands, shortcuts }: ComposerProps) {
  const completions = commands.map(({ command, usageHint, description }) => ({
    inserts: command,
    usage: usageHint,
    description,
  }));
  return (
    <form id="compose" className="compose" autoComplete="off">
      <Completions id="completions" completions={[...completions, ...mentions]} />
      <div className="box">
        {shortcuts.some(({ type }) => type === 'global') && (
          <button type="button" className="icon-button" id="shortcuts" aria-label="Shortcuts" aria-haspopup="menu">
            <ShortcutIcon />
          </button>
        )}
        <Line field="composer" completions="completions" label="Message" placeholder="Write, or type / for commands" />
        <button type="submit" id="send" className="send" aria-label="Send">
          <SendIcon />
        </button>
      </div>
      <div className="under-box">
        <p id="hint" className="hint">
          <kbd>Enter</kbd> sends · <kbd>↑</kbd> brings the last one back
        </p>
        <p id="outcome" className="outcome" role="status" />
      </div>
    </form>
  );
}

/** Where a person types into a thread. Slack runs no commands there, so none are offered. */
export function ReplyComposer() {
  return (
    <form id="reply-compose" className="compose" autoComplete="off">
      <Completions id="reply-completions" completions={mentions} />
      <div className="box">
        <Line field="reply" completions="reply-completions" label="Reply" placeholder="Reply, or type @ to mention" />
        <button type="submit" className="send" aria-label="Send reply">
          <SendIcon />
        </button>
      </div>
      <div className="under-box">
        <p className="hint">Everyone here reads it</p>
        <p className="outcome" role="status" />
      </div>
    </form>
  );
}
