import { element } from './elements.js';
import { createMessageList } from './message-list.js';

/** @typedef {import('../types.ts').DrawnMessage} DrawnMessage */

const canHover = matchMedia('(hover: hover)');
const coversConversation = matchMedia('(max-width: 860px)');

/** The panel of one thread: what began it, the replies, and a line to reply in. */
export function createThread() {
  const panel = element('thread');
  const main = /** @type {HTMLElement} */ (document.querySelector('main'));
  const list = createMessageList({
    container: element('thread-messages'),
    scroller: element('thread-scroller'),
    field: element('reply'),
  });
  /** @type {string | undefined} */
  let openTs;
  /** @type {Element | null} */
  let opener = null;

  function coverMain() {
    // What lies under the panel must not take the focus.
    main.inert = coversConversation.matches && openTs !== undefined;
  }

  function close() {
    if (openTs === undefined) {
      return;
    }
    openTs = undefined;
    panel.hidden = true;
    delete document.body.dataset.thread;
    coverMain();
    if (opener instanceof HTMLElement && opener.isConnected) {
      opener.focus();
    }
  }

  element('close-thread').addEventListener('click', close);
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      close();
    }
  });
  coversConversation.addEventListener('change', coverMain);

  return {
    close,
    scrollToEnd: list.scrollToEnd,
    /** @returns {string | undefined} the ts of the message that began the open thread */
    openTs: () => openTs,
    /** @param {string} ts @param {string} placeName */
    open(ts, placeName) {
      opener = panel.contains(document.activeElement) ? opener : document.activeElement;
      openTs = ts;
      panel.hidden = false;
      document.body.dataset.thread = ts;
      element('thread-place').textContent = placeName;
      coverMain();
      // On a phone the focus would bring up the keyboard over what one came to read.
      element(canHover.matches ? 'reply' : 'close-thread').focus();
    },
    /** @param {readonly DrawnMessage[]} messages those of the conversation */
    apply(messages) {
      const inThread = messages.filter(({ ts, threadTs }) => openTs && (threadTs ?? ts) === openTs);
      list.apply(inThread);
    },
  };
}
