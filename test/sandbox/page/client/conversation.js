import { makeCodeCopyable } from './copying.js';
import { element } from './elements.js';
import { showLocalDates } from './local-dates.js';

const nearTheEndPx = 120;

/** @param {string} html drawn by the server, where no outside text is markup */
function toArticle(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  const article = template.content.firstElementChild;
  if (!(article instanceof HTMLElement)) {
    throw new Error('The server sent a message that is no element.');
  }
  showLocalDates(article);
  makeCodeCopyable(article);
  return article;
}

/** Keeps the messages on the page like the stand-in's, and the newest in sight unless the person scrolled away. */
export function createConversation() {
  const messages = element('messages');
  const scroller = element('scroller');
  const newest = element('newest');
  /** @type {Map<string, HTMLElement>} */
  const articles = new Map();

  const isNearTheEnd = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearTheEndPx;
  const scrollToEnd = () => scroller.scrollTo({ top: scroller.scrollHeight });
  newest.addEventListener('click', scrollToEnd);
  const showOpened = (/** @type {Event} */ { target }) =>
    target instanceof HTMLDetailsElement && target.open && target.scrollIntoView({ block: 'nearest' });
  messages.addEventListener('toggle', showOpened, true);
  scroller.addEventListener('scroll', () => isNearTheEnd() && newest.toggleAttribute('hidden', true));

  /** @param {{ id: string, html: string }} change */
  function put({ id, html }) {
    const article = toArticle(html);
    const old = articles.get(id);
    articles.set(id, article);
    if (old) {
      article.classList.add('replaced');
      article.querySelector('.origin')?.toggleAttribute('open', old.querySelector('.origin')?.hasAttribute('open'));
      const focused = old.contains(document.activeElement) ? document.activeElement : null;
      old.replaceWith(article);
      // Who pressed a button by keyboard goes on from the same one.
      if (focused instanceof HTMLElement && focused.dataset.actionId) {
        const again = article.querySelector(`[data-action-id="${CSS.escape(focused.dataset.actionId)}"]`);
        (again instanceof HTMLElement ? again : element('composer')).focus();
      }
    }
  }

  return {
    scrollToEnd,
    /** @param {{ order: string[], changed: { id: string, html: string }[] }} update */
    apply({ order, changed }) {
      const wasNearTheEnd = isNearTheEnd();
      for (const change of changed) {
        put(change);
      }
      for (const [id, article] of articles) {
        if (!order.includes(id)) {
          article.remove();
          articles.delete(id);
        }
      }
      for (const [index, id] of order.entries()) {
        const article = articles.get(id);
        const present = messages.children.item(index);
        if (article && article !== present) {
          messages.insertBefore(article, present);
        }
      }
      if (wasNearTheEnd) {
        scrollToEnd();
      } else if (changed.length > 0) {
        newest.hidden = false;
      }
    },
  };
}
