/** @jsxRuntime automatic */
import { renderToStaticMarkup } from 'react-dom/server';
import type { ShownMessage } from '../../slack/types.ts';
import { authorName, authorOf } from './author-name.ts';
import { BreachNote, Origin, Undrawn } from './developer-notes.tsx';
import { FileCard } from './file-card.tsx';
import { localMarkup } from './local-markup.ts';
import { MessageBlock } from './message-block.tsx';
import { Avatar, MessageHead, MessageTools, OnlyVisibleToYou } from './message-parts.tsx';
import { withoutShieldCharacters } from './shield.ts';
import { isTypedCommand, TypedCommand } from './typed-command.tsx';

function MessageBody({ message }: { readonly message: ShownMessage }) {
  const { author, text, blocks, attachments = [] } = message;
  if (author === 'slack') {
    return <p className="said">{text}</p>;
  }
  const textBlock = { type: 'section', text: { type: 'mrkdwn', text } };
  const shown = blocks.length > 0 ? blocks : text.trim() === '' ? [] : [textBlock];
  return (
    <div className={author === 'person' ? 'written rich' : 'slip rich'}>
      {shown.map((block) => (
        <MessageBlock key={JSON.stringify(block)} block={block} />
      ))}
      {attachments.map((value) => (
        <Undrawn key={JSON.stringify(value)} what="attachment" value={value} />
      ))}
    </div>
  );
}

function MessageArticle({ message, botName }: { readonly message: ShownMessage; readonly botName: string }) {
  const name = authorName(message, botName);
  const isCommand = isTypedCommand(message);
  const isEphemeral = message.visibleTo !== undefined;
  const label = isEphemeral ? `${name}, only visible to you` : name;
  return (
    <article
      className="message"
      aria-label={isCommand ? 'A command that you typed' : label}
      data-message-id={message.id}
      data-author={message.author}
      data-via={message.via}
      data-ephemeral={isEphemeral}
      data-user-id={message.userId}
    >
      {isEphemeral && !isCommand && <OnlyVisibleToYou />}
      {!isCommand && <Avatar author={authorOf(message)} name={name} />}
      <div className="message-main">
        {!isCommand && <MessageHead message={message} name={name} />}
        {isCommand ? <TypedCommand text={message.text} /> : <MessageBody message={message} />}
        {message.files?.map((file) => (
          <FileCard key={file.id} file={file} />
        ))}
        <BreachNote of="message" breaches={message.breaches} />
        <div className="message-foot">
          <Origin payload={message.payload} via={message.via} />
        </div>
      </div>
      {!isEphemeral && <MessageTools />}
    </article>
  );
}

/** A message as markup in which no text of the bot, or of whom it quotes, is markup. */
export function drawMessage(message: ShownMessage, { botName }: { botName: string }): string {
  return localMarkup(
    renderToStaticMarkup(<MessageArticle message={withoutShieldCharacters(message)} botName={botName} />),
  );
}
