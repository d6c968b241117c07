/**
 * Sends the samples that are clicked where they belong.
 * @param {object} options
 * @param {import('./session.js').Session} options.session
 * @param {(input: string) => void} options.say in the conversation
 * @param {(input: string) => void} options.reply in the open thread
 * @param {() => boolean} options.isThreadOpen
 * @param {import('./deliveries.js').Deliver} options.deliver
 */
export function createSamples({ session, say, reply, isThreadOpen, deliver }) {
  /** @param {DOMStringMap} sample */
  return ({ kind, input = '', sample }) => {
    session.goWhereOneWrites();
    if (kind === 'alert') {
      deliver('/alerts', { sample: Number(sample) }, document.body);
    } else if (kind !== 'command' && isThreadOpen()) {
      reply(input);
    } else {
      say(input);
    }
  };
}
