import { memo, useMemo } from 'react';
import type { PageMessage } from '../types.ts';
import { Blocks, Undrawn } from './blocks.tsx';
import { Each } from './each.ts';
import { ElementContext, type Surroundings } from './element-context.ts';
import { FileCard } from './file-card.tsx';
import { Icon } from './icons.tsx';
import { MenuButton } from './menu.tsx';
import { titleOf, usePage } from './page-context.ts';
import { SlackDate } from './slack-date.tsx';

/**
 * Slack runs a command and shows it to nobody; it stands on the page so that one sees what was
 * asked.
 */
export const isTypedCommand = ({ author, text }: PageMessage) =>
  author === 'person' && text.startsWith('/');

interface MessageProps {
  readonly message: PageMessage;
  /** How many replies it has, in words; they are the way to its thread. */
  readonly replies: string;
  /**
   * Whether it goes on where the message before it ended, so that picture, name and time are left
   * out.
   */
  readonly goesOn: boolean;
  readonly isInThread: boolean;
}

/** A message in which no text of the bot, or of whom it quotes, is markup. */
export const Message = memo(({ message, replies, goesOn, isInThread }: MessageProps) => {
  const { settings, openThread } = usePage();
  const { id, author, userId, channelId, text, visibleTo } = message;
  const isCommand = isTypedCommand(message);
  const isEphemeral = visibleTo !== undefined;
  const isBot = userId === settings.botUserId;
  const user = settings.users.find((each) => each.id === userId)?.name ?? userId.toLowerCase();
  const name = author === 'slack' ? 'Slack' : isBot ? settings.title : titleOf(user);
  const surroundings = useMemo<Surroundings>(() => {
    const spot = isInThread ? 'thread' : 'conversation';
    return { owner: { messageId: id }, spot, channelId, values: {}, errors: {}, drafts: new Map() };
  }, [id, channelId, isInThread]);
  const label = isEphemeral ? `${name}, only visible to you` : name;
  return (
    <article
      className={goesOn ? 'message goes-on' : 'message'}
      aria-label={isCommand ? 'A command that you typed' : label}
      data-message-id={id}
      data-author={author}
      data-via={message.via}
      data-ephemeral={isEphemeral}
    >
      {!isCommand && !goesOn && (
        <>
          {isEphemeral && (
            <p className="only-you note">
              <Icon of="eye" />
              Only visible to you
            </p>
          )}
          {isBot || author === 'slack' ? (
            <BotPicture of={author} />
          ) : (
            <span className="tile avatar" data-name={name} aria-hidden="true">
              {name.charAt(0)}
            </span>
          )}
        </>
      )}
      <div className="message-main">
        {isCommand ? (
          <div className="typed-command row wrap muted">
            <code>{text}</code>
            <p>You typed this. Slack does not show it.</p>
          </div>
        ) : (
          <>
            <header className="message-head row wrap">
              {!goesOn && <strong className="name">{name}</strong>}
              {!goesOn && author === 'bot' && <span className="badge">APP</span>}
              <SlackDate timestamp={message.ts} format="{time}" />
              {message.threadTs !== undefined && !isInThread && <span>In a thread</span>}
            </header>
            <ElementContext value={surroundings}>
              <Body message={message} />
            </ElementContext>
          </>
        )}
        {message.files?.map((file) => (
          <FileCard key={file.id} file={file} />
        ))}
        <Breaches of="message" breaches={message.breaches} />
        <div className="message-foot row wrap">
          {replies !== '' && (
            <button type="button" className="replies" onClick={() => openThread(message.ts)}>
              {replies}
            </button>
          )}
          <Origin payload={message.payload} via={message.via} />
        </div>
      </div>
      {!isEphemeral && <Tools message={message} isInThread={isInThread} />}
    </article>
  );
});

/** The mark of the bot, or Slack's sign. */
export const BotPicture = ({ of = 'bot' }: { readonly of?: PageMessage['author'] }) => (
  <span
    className={of === 'slack' ? 'tile avatar' : 'tile avatar bot'}
    data-name={of}
    aria-hidden="true"
  >
    {of === 'slack' ? '#' : <Icon of="bot" />}
  </span>
);

function Body({ message }: { readonly message: PageMessage }) {
  const { author, text, blocks, attachments = [] } = message;
  if (author === 'slack') return <p className="muted said">{text}</p>;
  const textBlock = { type: 'section', text: { type: 'mrkdwn', text } };
  return (
    <div className={author === 'person' ? 'written rich' : 'slip rich'}>
      <Blocks blocks={blocks.length > 0 || text.trim() === '' ? blocks : [textBlock]} />
      <Each of={attachments}>{(value) => <Undrawn what="attachment" value={value} />}</Each>
    </div>
  );
}

/**
 * What can be done with a message that everybody sees: Slack offers threads and shortcuts there
 * alone.
 */
function Tools({
  message,
  isInThread,
}: {
  readonly message: PageMessage;
  readonly isInThread: boolean;
}) {
  const { settings, person, deliver, openThread } = usePage();
  const { id, ts, threadTs = ts, channelId } = message;
  const reply = () => openThread(threadTs);
  const shortcuts = settings.shortcuts
    .filter(({ type }) => type === 'message')
    .map(({ name, callback_id: callbackId, description }) => ({
      label: name,
      note: description,
      act: () =>
        void deliver(
          '/message-shortcuts',
          { userId: person.id, channelId, callbackId, messageId: id },
          'conversation',
        ),
    }));
  const items = [...shortcuts, { label: 'Reply in thread', act: reply }];
  return (
    <div className="message-tools frame row">
      {!isInThread && (
        <button type="button" className="tile quiet" aria-label="Reply in thread" onClick={reply}>
          <Icon of="thread" />
        </button>
      )}
      <MenuButton label="More actions" items={items}>
        <Icon of="more" />
      </MenuButton>
    </div>
  );
}

interface BreachesProps {
  readonly of: 'message' | 'view';
  readonly breaches: readonly string[];
}

/** The rules of Slack that something breaks, beside it; nothing when it breaks none. */
export function Breaches({ of, breaches }: BreachesProps) {
  if (breaches.length === 0) return null;
  return (
    <div className="breaches frame pad note warned" role="note">
      <p className="row strong">
        <Icon of="warning" />
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

/** How something came, and its JSON on demand, as the bot sent it. */
export function Origin({ payload, via }: { readonly payload: unknown; readonly via: string }) {
  return (
    <details className="origin note check">
      <summary>JSON via {via}</summary>
      <pre>{JSON.stringify(payload, null, 2)}</pre>
    </details>
  );
}
