/** @jsxRuntime automatic */
import { renderToStaticMarkup } from 'react-dom/server';
import type { ShownMessage } from '../../slack/types.ts';
import { localMarkup } from './local-markup.ts';
import { MessageBlock } from './message-block.tsx';
import { Avatar, MessageBreaches, MessageHead, MessageOrigin } from './message-parts.tsx';
import { withoutShieldCharacters } from './shield-text.ts';

function MessageBody({ message }: { readonly message: ShownMessage }) {
  if (message.author !== 'bot') {
    return <p className={message.author === 'person' ? 'typed' : 'said'}>{message.text}</p>;
  }
  const textBlock = { type: 'section', text: { type: 'mrkdwn', text: message.text } };
  const blocks = message.blocks.length > 0 ? message.blocks : [textBlock];
  return (
    <div className="slip">
      {blocks.map((block) => (
        <MessageBlock key={JSON.stringify(block)} block={block} />
      ))}
    </div>
  );
}

function MessageArticle({ message, botName }: { readonly message: ShownMessage; readonly botName: string }) {
  const name = { bot: botName, person: 'You', slack: 'Slack' }[message.author];
  return (
    <article
      className="message"
      aria-label={message.visibleTo === undefined ? name : `${name}, only visible to you`}
      data-message-id={message.id}
      data-author={message.author}
      data-via={message.via}
      data-ephemeral={message.visibleTo !== undefined}
    >
      <Avatar author={message.author} />
      <div className="message-main">
        <MessageHead message={message} name={name} />
        <MessageBody message={message} />
        {message.breaches.length > 0 && <MessageBreaches breaches={message.breaches} />}
        <MessageOrigin message={message} />
      </div>
    </article>
  );
}

/** A message as markup in which no text of the bot, or of whom it quotes, is markup. */
export function drawMessage(message: ShownMessage, { botName }: { botName: string }): string {
  return localMarkup(
    renderToStaticMarkup(<MessageArticle message={withoutShieldCharacters(message)} botName={botName} />),
  );
}
