import { type RefObject, useEffect, useRef } from 'react';
import type { PageMessage } from '../types.ts';
import { type Completion, Composer } from './composer.tsx';
import { MessageList, Waiting } from './conversation.tsx';
import { Icon } from './icons.tsx';

interface ThreadProps {
  readonly placeName: string;
  /** The message that began it, and the replies. */
  readonly messages: readonly PageMessage[];
  /** What the bot says that it does for it. */
  readonly status: string | undefined;
  /** Slack runs no commands in a thread, so none are offered. */
  readonly completions: readonly Completion[];
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly send: (text: string, files: readonly object[]) => Promise<boolean>;
  readonly close: () => void;
}

/** Beside the conversation, or over it on a phone: one message and what was replied to it. */
export function Thread({
  placeName,
  messages,
  status,
  completions,
  field,
  send,
  close,
}: ThreadProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    // On a phone the focus would bring up the keyboard over what one came to read.
    (matchMedia('(hover: hover)').matches ? field : closeButton).current?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [field]);
  return (
    <aside
      id="thread"
      className="column"
      aria-label="Thread"
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <header className="bar row">
        <div className="grow">
          <h2>Thread</h2>
          <p className="note">{placeName}</p>
        </div>
        <button
          type="button"
          className="tile quiet"
          ref={closeButton}
          aria-label="Close thread"
          onClick={close}
        >
          <Icon of="close" />
        </button>
      </header>
      <div className="scroller scroll" ref={scroller}>
        <MessageList
          id="thread-messages"
          label="Messages of the thread"
          messages={messages}
          scroller={scroller}
          field={field}
        />
        <Waiting spot="thread" status={status} />
      </div>
      <Composer
        id="reply-compose"
        spot="thread"
        label="Reply"
        placeholder="Reply, or type @ to mention"
        completions={completions}
        hint="Everyone here reads it"
        field={field}
        send={send}
      />
    </aside>
  );
}
