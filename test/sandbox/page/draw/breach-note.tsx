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
