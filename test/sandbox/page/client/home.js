import { element } from './elements.js';
import { fillView } from './view-content.js';

/**
 * The app's Home tab of whoever is at the page. The bot hears that it was opened each time that it is.
 * @param {import('./session.js').Session} session
 * @param {import('./deliveries.js').Deliver} deliver
 */
export function createHome(session, deliver) {
  const container = element('home-view');
  let openFor = '';
  let html = '';

  function open() {
    const person = session.place() === 'home' ? session.person() : '';
    if (person && person !== openFor) {
      deliver('/homes', {}, container);
    }
    openFor = person;
  }

  session.onChange(open);
  return {
    open,
    /** @param {readonly import('../types.ts').DrawnView[]} views of this person */
    apply(views) {
      const view = views.findLast(({ type }) => type === 'home');
      if (view?.id !== container.dataset.viewId) {
        container.replaceChildren();
        html = '';
      }
      if (view && view.html !== html) {
        html = view.html;
        container.dataset.viewId = view.id;
        fillView(container, html);
      } else if (!view) {
        delete container.dataset.viewId;
      }
    },
  };
}
