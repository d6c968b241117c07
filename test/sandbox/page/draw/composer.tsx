/** @jsxRuntime automatic */
import type { ManifestCommand } from '../types.ts';
import { SendIcon } from './icons.tsx';

/** Where a person types; the commands to complete stand in the markup, and the browser shows those that fit. */
export function Composer({ commands }: { readonly commands: readonly ManifestCommand[] }) {
  return (
    <form id="compose" autoComplete="off">
      <div id="completions" role="listbox" aria-label="Commands" hidden>
        {commands.map(({ command, description, usageHint }, index) => (
          <div
            key={command}
            id={`completion-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected="false"
            data-command={command}
          >
            <span className="completion-call">
              <strong>{command}</strong> <span className="usage">{usageHint}</span>
            </span>
            <span className="completion-description">{description}</span>
          </div>
        ))}
      </div>
      <div className="box">
        <textarea
          id="composer"
          rows={1}
          aria-label="Message"
          aria-autocomplete="list"
          aria-controls="completions"
          aria-describedby="hint"
          placeholder="Type / for commands"
          spellCheck={false}
          autoCapitalize="off"
          enterKeyHint="send"
        />
        <button type="submit" id="send" aria-label="Send">
          <SendIcon />
        </button>
      </div>
      <div className="under-box">
        <p id="hint">
          <kbd>Enter</kbd> sends · <kbd>↑</kbd> brings the last one back
        </p>
        <p id="outcome" role="status" />
      </div>
    </form>
  );
}
