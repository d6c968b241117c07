/** @jsxRuntime automatic */
import type { ShownMessage } from '../../slack/types.ts';
import { BotMark, EyeIcon, WarningIcon } from './icons.tsx';
import { SlackDate } from './slack-date.tsx';

/** The square beside a message that tells at a glance who speaks. */
export function Avatar({ author }: { readonly author: ShownMessage['author'] }) {
  return (
    <span className="avatar" data-author={author} aria-hidden="true">
      {author === 'bot' ? <BotMark /> : author === 'slack' ? '#' : 'Y'}
    </span>
  );
}

/** Who spoke, when, and who can see it. */
export function MessageHead({ message, name }: { readonly message: ShownMessage; readonly name: string }) {
  return (
    <header className="message-head">
      <strong className="name">{name}</strong>
      {message.author === 'bot' && <span className="badge">APP</span>}
      <SlackDate timestamp={message.ts} format="{time}" />
      {message.visibleTo !== undefined && message.author !== 'person' && (
        <span className="only-you">
          <EyeIcon />
          Only visible to you
        </span>
      )}
      {message.threadTs !== undefined && message.threadTs !== message.ts && (
        <span className="in-thread">In a thread</span>
      )}
    </header>
  );
}

/** The rules of Slack that a message breaks, said on the message itself. */
export function MessageBreaches({ breaches }: { readonly breaches: readonly string[] }) {
  return (
    <div className="breaches" role="note">
      <p>
        <WarningIcon />
        Slack would not take this message as it is
      </p>
      <ul>
        {breaches.map((breach) => (
          <li key={breach}>{breach}</li>
        ))}
      </ul>
    </div>
  );
}

/** How a message came, and its JSON on demand. */
export function MessageOrigin({ message }: { readonly message: ShownMessage }) {
  return (
    <details className="origin">
      <summary>
        JSON <span className="via">via {message.via}</span>
      </summary>
      <div className="raw">
        <button type="button" className="copy-json">
          Copy
        </button>
        <pre>{JSON.stringify(message.payload, null, 2)}</pre>
      </div>
    </details>
  );
}
