import { groupMessages } from './grouping.js';
import { showLocalDates } from './local-dates.js';

/** @typedef {import('../types.ts').DrawnMessage} DrawnMessage */

const nearTheEndPx = 120;
const topMarginPx = 12;

/** @param {string} html drawn by the server, where no outside text is markup */
function toArticle(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  const article = template.content.firstElementChild;
  if (!(article instanceof HTMLElement)) {
    throw new Error('The server sent a message that is no element.');
  }
  showLocalDates(article);
  return article;
}

/**
 * Keeps a list of messages like what it is told, and the newest in sight unless the person scrolled away.
 * @param {object} options
 * @param {HTMLElement} options.container
 * @param {HTMLElement} options.scroller
 * @param {HTMLElement} options.field takes the focus of what is gone
 * @param {HTMLElement} [options.newest] says that there is something further down
 * @param {(article: HTMLElement, message: DrawnMessage) => void} [options.decorate] after every change
 */
export function createMessageList({ container, scroller, field, newest, decorate }) {
  /** @type {Map<string, { html: string, article: HTMLElement }>} */
  const shown = new Map();
  /** Where a tall message was put; there the person still follows what comes. @type {number | undefined} */
  let heldTop;
  const isNearTheEnd = () =>
    scroller.scrollTop === heldTop || scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearTheEndPx;
  const scrollToEnd = () => {
    scroller.scrollTo({ top: scroller.scrollHeight });
    const last = container.lastElementChild;
    if (!(last instanceof HTMLElement)) return;
    // Its first line says the point: of a message that does not fit, the beginning is in sight.
    const hiddenPx = scroller.getBoundingClientRect().top + topMarginPx - last.getBoundingClientRect().top;
    if (hiddenPx > 0) scroller.scrollBy({ top: -hiddenPx });
    heldTop = scroller.scrollTop;
  };
  newest?.addEventListener('click', scrollToEnd);
  const showOpened = (/** @type {Event} */ { target }) =>
    target instanceof HTMLDetailsElement && target.open && target.scrollIntoView({ block: 'nearest' });
  container.addEventListener('toggle', showOpened, true);
  scroller.addEventListener('scroll', () => isNearTheEnd() && newest?.toggleAttribute('hidden', true));

  /** @param {DrawnMessage} message @returns {boolean} whether that changes what is seen */
  function put({ id, html }) {
    const old = shown.get(id);
    if (old?.html === html) {
      return false;
    }
    const article = toArticle(html);
    shown.set(id, { html, article });
    if (old) {
      article.classList.add('replaced');
      const wasOpen = old.article.querySelector('.origin')?.hasAttribute('open') ?? false;
      article.querySelector('.origin')?.toggleAttribute('open', wasOpen);
      const focused = old.article.contains(document.activeElement) ? document.activeElement : null;
      old.article.replaceWith(article);
      // Who pressed a button by keyboard goes on from the same one.
      if (focused instanceof HTMLElement && focused.dataset.actionId) {
        const again = article.querySelector(`[data-action-id="${CSS.escape(focused.dataset.actionId)}"]`);
        (again instanceof HTMLElement ? again : field).focus();
      }
    }
    return true;
  }

  return {
    scrollToEnd,
    /** @param {readonly DrawnMessage[]} messages */
    apply(messages) {
      const wasNearTheEnd = isNearTheEnd();
      const isAnyNew = messages.map(put).some(Boolean);
      const wanted = new Set(messages.map(({ id }) => id));
      for (const [id, { article }] of shown) {
        if (!wanted.has(id)) {
          article.remove();
          shown.delete(id);
        }
      }
      for (const [index, message] of messages.entries()) {
        const article = shown.get(message.id)?.article;
        const present = container.children.item(index);
        if (article && article !== present) {
          container.insertBefore(article, present);
        }
        if (article) {
          decorate?.(article, message);
        }
      }
      groupMessages(
        messages.flatMap((message) => {
          const article = shown.get(message.id)?.article;
          return article ? [{ article, message }] : [];
        }),
      );
      if (wasNearTheEnd) {
        scrollToEnd();
      } else if (isAnyNew) {
        newest?.toggleAttribute('hidden', false);
      }
    },
  };
}
