import { element } from './elements.js';
import { createMessageList } from './message-list.js';
import { showReplies } from './replies.js';
import { createThread } from './thread.js';

/**
 * The messages of what is open: those of the conversation, and those of the thread beside it.
 * @param {object} options
 * @param {import('./store.js').Store} options.store
 * @param {import('./session.js').Session} options.session
 */
export function createConversation({ store, session }) {
  const repliesTo = (/** @type {string} */ ts) => seen().filter(({ threadTs }) => threadTs === ts);
  const seen = () => store.seenBy(session.person(), session.place());
  const list = createMessageList({
    container: element('messages'),
    scroller: element('scroller'),
    field: element('composer'),
    newest: element('newest'),
    decorate: (article, { ts }) => showReplies(article, repliesTo(ts)),
  });
  const thread = createThread();

  function show() {
    const messages = seen();
    const roots = new Set(messages.filter(({ threadTs }) => !threadTs).map(({ ts }) => ts));
    // A reply to what this person does not see stands by itself.
    list.apply(messages.filter(({ threadTs }) => !threadTs || !roots.has(threadTs)));
    thread.apply(messages);
  }

  session.onChange(() => {
    thread.close();
    show();
    list.scrollToEnd();
    element('newest').hidden = true;
  });

  return {
    show,
    thread,
    scrollToEnd: list.scrollToEnd,
    /** @param {string} messageId */
    openThreadOf(messageId) {
      const message = store.message(messageId);
      if (message) {
        thread.open(message.threadTs ?? message.ts, session.current().dataset.name ?? '');
        thread.apply(seen());
        thread.scrollToEnd();
      }
    },
  };
}
