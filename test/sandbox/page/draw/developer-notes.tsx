/** @jsxRuntime automatic */
import { WarningIcon } from './icons.tsx';

interface BreachNoteProps {
  /** `message` or `view`. */
  readonly of: string;
  readonly breaches: readonly string[];
}

/** The rules of Slack that something breaks, said where it is; nothing when it breaks none. */
export function BreachNote({ of, breaches }: BreachNoteProps) {
  if (breaches.length === 0) {
    return null;
  }
  return (
    <div className="breaches" role="note">
      <p>
        <WarningIcon />
        Slack would not take this {of} as it is
      </p>
      <ul>
        {breaches.map((breach) => (
          <li key={breach}>{breach}</li>
        ))}
      </ul>
    </div>
  );
}

interface OriginProps {
  /** The JSON as the bot sent it. */
  readonly payload: unknown;
  /** How it came. */
  readonly via: string;
}

/** How something came, and its JSON on demand. */
export function Origin({ payload, via }: OriginProps) {
  return (
    <details className="origin">
      <summary>
        JSON <span className="via">via {via}</span>
      </summary>
      <div className="raw">
        <pre>{JSON.stringify(payload, null, 2)}</pre>
      </div>
    </details>
  );
}

interface UndrawnProps {
  /** What it is, `data_table block`. */
  readonly what: string;
  readonly value: unknown;
}

/** What this page has no drawing for, as its JSON, so that nothing the bot sent goes unseen. */
export function Undrawn({ what, value }: UndrawnProps) {
  return (
    <div className="undrawn">
      <p className="undrawn-note">This page cannot draw this {what}. Its JSON:</p>
      <pre>
        <code>{JSON.stringify(value, null, 2)}</code>
      </pre>
    </div>
  );
}
