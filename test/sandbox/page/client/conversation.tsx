import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PageMessage } from '../types.ts';
import { useActivity } from './deliver.ts';
import { BotPicture, isTypedCommand, Message } from './message.tsx';
import { usePage } from './page-context.ts';

const nearTheEndPx = 120;
const topMarginPx = 12;
const groupSeconds = 5 * 60;

interface MessageListProps {
  readonly id: string;
  readonly label: string;
  readonly messages: readonly PageMessage[];
  /** All that the person sees here, to count replies; a thread counts none. */
  readonly all?: readonly PageMessage[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Takes the focus of what is gone. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Hears whether something came further down, out of sight. */
  readonly onUnseen?: (isUnseen: boolean) => void;
}

/** Messages in their order, the newest in sight unless the person scrolled away. */
export function MessageList({
  id,
  label,
  messages,
  all,
  scroller,
  field,
  onUnseen,
}: MessageListProps) {
  const list = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const follows = useRef(true);
  const shownCount = useRef(0);
  const { person } = usePage();

  /** Its first line says the point: of a message that does not fit, the beginning is in sight. */
  const scrollToEnd = useCallback(() => {
    const box = scroller.current;
    const last = list.current?.lastElementChild;
    if (!box) return;
    box.scrollTo({ top: box.scrollHeight });
    const hiddenPx = last
      ? box.getBoundingClientRect().top + topMarginPx - last.getBoundingClientRect().top
      : 0;
    if (hiddenPx > 0) box.scrollBy({ top: -hiddenPx });
    follows.current = true;
  }, [scroller]);

  useEffect(() => {
    const box = scroller.current;
    let lastTop = box?.scrollTop ?? 0;
    const onScroll = () => {
      if (!box) return;
      const isNearTheEnd = box.scrollHeight - box.scrollTop - box.clientHeight < nearTheEndPx;
      // Only a person scrolls up: what is put below a message scrolls nothing.
      if (box.scrollTop < lastTop - 1 && !isNearTheEnd) follows.current = false;
      if (isNearTheEnd) follows.current = true;
      if (follows.current) onUnseen?.(false);
      lastTop = box.scrollTop;
    };
    box?.addEventListener('scroll', onScroll);
    return () => box?.removeEventListener('scroll', onScroll);
  }, [scroller, onUnseen]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the messages
  useLayoutEffect(() => {
    // Whoever pressed a button by keyboard that is gone goes on from where one types.
    if (hasFocus.current && document.activeElement === document.body) field.current?.focus();
    const isOwn = ({ author, userId }: PageMessage) => author === 'person' && userId === person.id;
    // Whoever writes wants to see it, and the answer.
    if (messages.slice(shownCount.current).some(isOwn)) follows.current = true;
    shownCount.current = messages.length;
    if (follows.current) scrollToEnd();
    else onUnseen?.(true);
  }, [messages]);

  return (
    <div
      id={id}
      ref={list}
      role="log"
      aria-label={label}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
    >
      {messages.map((message, at) => (
        <Message
          key={message.id}
          message={message}
          replies={repliesInWords(all?.filter(({ threadTs }) => threadTs === message.ts) ?? [])}
          goesOn={goesOn(message, messages[at - 1], all ?? [])}
          isInThread={all === undefined}
        />
      ))}
    </div>
  );
}

/**
 * Whether a message has the author and the readers of the one before it, within five minutes, as
 * Slack groups them.
 */
function goesOn(
  message: PageMessage,
  before: PageMessage | undefined,
  all: readonly PageMessage[],
): boolean {
  return (
    before !== undefined &&
    !isTypedCommand(message) &&
    !isTypedCommand(before) &&
    message.userId === before.userId &&
    message.visibleTo === before.visibleTo &&
    message.threadTs === before.threadTs &&
    !all.some(({ threadTs }) => threadTs === before.ts) &&
    Number(message.ts) - Number(before.ts) < groupSeconds
  );
}

const counted = (count: number) => `${count} ${count === 1 ? 'reply' : 'replies'}`;

function repliesInWords(replies: readonly PageMessage[]): string {
  const shared = replies.filter(({ visibleTo }) => !visibleTo).length;
  const own = replies.length - shared;
  if (own === 0) return shared === 0 ? '' : counted(shared);
  return shared === 0
    ? `${counted(own)} only visible to you`
    : `${counted(shared)}, ${own} only visible to you`;
}

/** Says that the bot was asked and has not answered yet. */
export function Waiting({
  spot,
  status,
}: {
  readonly spot: string;
  readonly status?: string | undefined;
}) {
  const { title } = usePage().settings;
  const { open } = useActivity(spot);
  return (
    <div role="status">
      {(open > 0 || status !== undefined) && (
        <div className="message muted">
          <BotPicture />
          <p>
            {title} {status ?? 'is on it…'}
          </p>
        </div>
      )}
    </div>
  );
}

/** What became of what was done at a spot. */
export function Outcome({ spot }: { readonly spot: string }) {
  const { words, isProblem } = useActivity(spot);
  return (
    <p className={isProblem ? 'outcome problem' : 'outcome check'} role="status">
      {words}
    </p>
  );
}

interface ConversationProps {
  /** All that the person sees here. */
  readonly messages: readonly PageMessage[];
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** What to show where nothing was said so far. */
  readonly children: React.ReactNode;
}

/** The messages of a conversation; replies stand in their threads. */
export function Conversation({ messages, field, children }: ConversationProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [isUnseen, setUnseen] = useState(false);
  const roots = new Set(
    messages.filter(({ threadTs }) => threadTs === undefined).map(({ ts }) => ts),
  );
  // A reply to what this person does not see stands by itself.
  const shown = messages.filter(({ threadTs }) => threadTs === undefined || !roots.has(threadTs));
  return (
    <>
      <div id="scroller" className="scroller scroll" ref={scroller}>
        <MessageList
          id="messages"
          label="Conversation"
          messages={shown}
          all={messages}
          scroller={scroller}
          field={field}
          onUnseen={setUnseen}
        />
        {shown.length === 0 && children}
        <Waiting spot="conversation" />
      </div>
      {isUnseen && (
        <button
          type="button"
          id="newest"
          className="press primary"
          onClick={() => scroller.current?.scrollTo({ top: scroller.current.scrollHeight })}
        >
          New messages
        </button>
      )}
    </>
  );
}
