/** @jsxRuntime automatic */
import type { ShownMessage } from '../../slack/types.ts';

/** Slack runs a command and shows it to nobody; it stands here so that one sees what was asked. */
export function isTypedCommand({ author, text }: ShownMessage): boolean {
  return author === 'person' && text.startsWith('/');
}

/** What a person typed as a command, letter by letter, and that Slack does not show it. */
export function TypedCommand({ text }: { readonly text: string }) {
  return (
    <div className="typed-command">
      <p className="typed">{text}</p>
      <p className="typed-note">You typed this. Slack does not show it.</p>
    </div>
  );
}
