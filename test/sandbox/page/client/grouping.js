/** @typedef {import('../types.ts').DrawnMessage} DrawnMessage */
/** @typedef {{ article: HTMLElement, message: DrawnMessage }} Shown */

const groupSeconds = 5 * 60;

/** @param {HTMLElement} article */
const isSpoken = (article) => article.querySelector('.name') !== null;

/**
 * Whether a message goes on where the one before it ended: the same author, to the same readers, within five minutes.
 * @param {Shown} shown
 * @param {Shown | undefined} before
 */
function goesOn({ article, message }, before) {
  return (
    before !== undefined &&
    isSpoken(article) &&
    isSpoken(before.article) &&
    article.dataset.userId === before.article.dataset.userId &&
    article.dataset.ephemeral === before.article.dataset.ephemeral &&
    message.threadTs === before.message.threadTs &&
    !before.article.querySelector('.replies') &&
    Number(message.ts) - Number(before.message.ts) < groupSeconds
  );
}

/**
 * Leaves out picture, name and time where a message goes on, as Slack does.
 * @param {readonly Shown[]} all in order
 */
export function groupMessages(all) {
  for (const [index, shown] of all.entries()) {
    shown.article.classList.toggle('goes-on', goesOn(shown, all[index - 1]));
  }
}
