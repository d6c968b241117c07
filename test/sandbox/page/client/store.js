import { pageId } from './page-id.js';

/** @typedef {import('../types.ts').DrawnMessage} DrawnMessage */
/** @typedef {import('../types.ts').DrawnView} DrawnView */
/** @typedef {import('../types.ts').SandboxUpdate} SandboxUpdate */
/** @typedef {ReturnType<typeof createStore>} Store */

/**
 * @template {{ id: string }} Thing
 * @param {Map<string, Thing>} things
 * @param {readonly string[]} order
 */
const inOrder = (things, order) => order.flatMap((id) => things.get(id) ?? []);

/** All that the server has told, of every person and conversation. */
export function createStore() {
  /** @type {Map<string, DrawnMessage>} */
  const messages = new Map();
  /** @type {Map<string, DrawnView>} */
  const views = new Map();
  /** @type {DrawnMessage[]} */
  let ordered = [];
  /** @type {DrawnView[]} */
  let orderedViews = [];

  return {
    /** @param {SandboxUpdate} update */
    apply({ order, changed, viewOrder, changedViews }) {
      for (const message of changed) {
        messages.set(message.id, message);
      }
      for (const view of changedViews) {
        views.set(view.id, view);
      }
      ordered = inOrder(messages, order);
      orderedViews = inOrder(views, viewOrder);
    },
    /** @param {string} id */
    message: (id) => messages.get(id),
    /** @param {string} person @param {string} channelId */
    seenBy: (person, channelId) =>
      ordered.filter(
        (message) => message.channelId === channelId && (!message.visibleTo || message.visibleTo === person),
      ),
    /** @param {string} person @returns {DrawnView[]} their Home tab, and the modals that opened on this page */
    viewsOf: (person) =>
      orderedViews.filter(
        ({ userId, type, openedOn }) => userId === person && (type === 'home' || openedOn === pageId),
      ),
  };
}
