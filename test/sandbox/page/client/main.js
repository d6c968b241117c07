import { showBreaches } from './breaches.js';
import { createComposer } from './composer.js';
import { createConversation } from './conversation.js';
import { startCopying } from './copying.js';
import { createDeliveries } from './deliveries.js';
import { element } from './elements.js';
import { startLiveUpdates } from './live-updates.js';
import { startPressing } from './pressing.js';
import { startSidebar } from './sidebar.js';
import { startThemeToggle } from './theme-toggle.js';

const messages = element('messages');
const conversation = createConversation();
const { deliver } = createDeliveries();
const composer = createComposer((input) => {
  const taken = deliver('/commands', { input });
  conversation.scrollToEnd();
  return taken;
});

startThemeToggle();
startCopying(messages);
startPressing(messages, deliver);
startSidebar((input) => composer.submit(input));
startLiveUpdates((update) => {
  conversation.apply(update);
  showBreaches(update.breaches);
});

// On a phone the focus would bring up the keyboard.
if (matchMedia('(hover: hover)').matches) {
  composer.focus();
}
