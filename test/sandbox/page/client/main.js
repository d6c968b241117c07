import { showBreaches } from './breaches.js';
import { startChecksToggle } from './checks-toggle.js';
import { createComposer } from './composer.js';
import { createConversation } from './conversation.js';
import { startDataTables } from './data-tables.js';
import { createDeliveries } from './deliveries.js';
import { takeDroppedFiles } from './dropping.js';
import { element } from './elements.js';
import { createHome } from './home.js';
import { startLiveUpdates } from './live-updates.js';
import { openMenu, startMenu } from './menu.js';
import { startMessageActions } from './message-actions.js';
import { createModals } from './modals.js';
import { startPlaces } from './places.js';
import { createPressGuard } from './press-guard.js';
import { startPressing } from './pressing.js';
import { createSamples } from './samples.js';
import { startSelecting } from './selecting.js';
import { createSession } from './session.js';
import { shortcutsOf } from './shortcuts.js';
import { startSidebar } from './sidebar.js';
import { createStore } from './store.js';
import { startTypeahead } from './typeahead.js';
import { createUnread } from './unread.js';

const session = createSession();
const store = createStore();
const { deliver } = createDeliveries(session);
const conversation = createConversation({ store, session });
const { thread } = conversation;
const unread = createUnread(session);
const modals = createModals(deliver);
const home = createHome(session, deliver);
const { whenReleased } = createPressGuard();

/** @param {string} input @param {HTMLElement} near @param {object} [where] */
async function send(input, near, where = {}) {
  const sent = input.startsWith('/')
    ? deliver('/commands', { input, ...where }, near)
    : deliver('/messages', { text: input, ...where }, near);
  return (await sent) !== undefined;
}

const composer = createComposer(element('compose'), (input) => {
  const taken = send(input, element('compose'));
  conversation.scrollToEnd();
  return taken;
});
const replyComposer = createComposer(element('reply-compose'), (input) => {
  const taken = send(input, element('reply-compose'), { threadTs: thread.openTs() });
  thread.scrollToEnd();
  return taken;
});

takeDroppedFiles(element('compose'), (text, files) => deliver('/messages', { text, files }, element('compose')));
takeDroppedFiles(element('reply-compose'), (text, files) =>
  deliver('/messages', { text, files, threadTs: thread.openTs() }, element('reply-compose')),
);

function showViews() {
  const views = store.viewsOf(session.person());
  home.apply(views);
  modals.apply(views);
}

startChecksToggle();
startPlaces(session);
startMenu();
startDataTables();
startPressing(deliver);
startSelecting(deliver);
startTypeahead(session, deliver);
startMessageActions(conversation.openThreadOf, deliver);
startSidebar(
  createSamples({
    session,
    say: composer.submit,
    reply: replyComposer.submit,
    isThreadOpen: () => thread.openTs() !== undefined,
    deliver,
  }),
);
document.getElementById('shortcuts')?.addEventListener('click', ({ currentTarget }) => {
  const items = shortcutsOf('global').map(({ name, callbackId, description }) => ({
    label: name,
    note: description,
    act: () => void deliver('/global-shortcuts', { callbackId }, element('compose')),
  }));
  openMenu(/** @type {HTMLElement} */ (currentTarget), 'Shortcuts', items);
});
session.onChange(showViews);
startLiveUpdates((update) =>
  whenReleased(() => {
    store.apply(update);
    unread.note(update.changed);
    conversation.show();
    showViews();
    showBreaches(update.breaches);
  }),
);
home.open();

// On a phone the focus would bring up the keyboard.
if (matchMedia('(hover: hover)').matches) {
  composer.focus();
}
