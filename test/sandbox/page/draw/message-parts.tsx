/** @jsxRuntime automatic */
import type { ShownMessage } from '../../slack/types.ts';
import { BotMark, EyeIcon, MoreIcon, ThreadIcon } from './icons.tsx';
import { SlackDate } from './slack-date.tsx';

interface AvatarProps {
  readonly author: ShownMessage['author'] | 'app';
  readonly name: string;
}

/** The square beside a message that tells at a glance who speaks. */
export function Avatar({ author, name }: AvatarProps) {
  return (
    <span className="avatar" data-author={author} data-name={name} aria-hidden="true">
      {author === 'bot' ? <BotMark /> : author === 'slack' ? '#' : name.charAt(0).toUpperCase()}
    </span>
  );
}

/** Over a message that one person alone sees. */
export function OnlyVisibleToYou() {
  return (
    <p className="only-you">
      <EyeIcon />
      Only visible to you
    </p>
  );
}

/** Who spoke, and when. */
export function MessageHead({ message, name }: { readonly message: ShownMessage; readonly name: string }) {
  return (
    <header className="message-head">
      <strong className="name">{name}</strong>
      {message.author === 'bot' && <span className="badge">APP</span>}
      <SlackDate timestamp={message.ts} format="{time}" />
      {message.threadTs !== undefined && message.threadTs !== message.ts && (
        <span className="in-thread">In a thread</span>
      )}
    </header>
  );
}

/** What can be done with a message that everybody sees: Slack offers threads and shortcuts there alone. */
export function MessageTools() {
  return (
    <div className="message-tools">
      <button type="button" className="icon-button reply-in-thread" aria-label="Reply in thread">
        <ThreadIcon />
      </button>
      <button type="button" className="icon-button more-actions" aria-label="More actions" aria-haspopup="menu">
        <MoreIcon />
      </button>
    </div>
  );
}
