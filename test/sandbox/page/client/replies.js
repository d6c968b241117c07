/** @typedef {import('../types.ts').DrawnMessage} DrawnMessage */

/** @param {readonly DrawnMessage[]} replies */
function inWords(replies) {
  const shared = replies.filter(({ visibleTo }) => !visibleTo).length;
  const own = replies.length - shared;
  return [
    shared > 0 && `${shared} ${shared === 1 ? 'reply' : 'replies'}`,
    own > 0 && `${own} ${shared > 0 ? '' : `${own === 1 ? 'reply' : 'replies'} `}only visible to you`,
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * Says under a message how many replies it has, as the way to them.
 * @param {HTMLElement} article
 * @param {readonly DrawnMessage[]} replies
 */
export function showReplies(article, replies) {
  const present = article.querySelector('.replies');
  if (replies.length === 0) {
    present?.remove();
    return;
  }
  const button = present ?? document.createElement('button');
  button.className = 'replies';
  button.setAttribute('type', 'button');
  const words = inWords(replies);
  if (button.textContent !== words) {
    button.textContent = words;
  }
  if (!present) {
    article.querySelector('.message-foot')?.prepend(button);
  }
}
