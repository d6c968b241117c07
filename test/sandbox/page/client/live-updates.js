import { element } from './elements.js';

/**
 * Hears of every change from the server, and says when it cannot.
 * @param {(update: import('../types.ts').SandboxUpdate) => void} onUpdate
 */
export function startLiveUpdates(onUpdate) {
  const connection = element('connection');
  const source = new EventSource('/events');
  source.addEventListener('message', ({ data }) => {
    onUpdate(JSON.parse(data));
    // Set after the first update, so that "ready" means that what there is can be seen.
    document.body.dataset.ready = 'true';
    connection.textContent = '';
  });
  source.addEventListener('error', () => {
    delete document.body.dataset.ready;
    connection.textContent = 'Looking for the sandbox…';
  });
}
