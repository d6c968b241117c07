import type { RequestListener } from 'node:http';
import { startServer } from './http-server.ts';

export type HeldServer = Awaited<ReturnType<typeof startHeldServer>>;

const probe = '/probe-of-the-test';

/**
 * A server that answers when the test lets it: with it a test sees a peak without having to be
 * quick.
 */
export async function startHeldServer(answer: RequestListener) {
  let waiting: { url: string; reply: () => void }[] = [];
  let isOpen = false;
  let now = 0;
  let most = 0;
  const server = await startServer((request, response) => {
    if (request.url === probe) {
      server.requests.splice(server.requests.indexOf(request), 1);
      return void response.end();
    }
    now += 1;
    most = Math.max(most, now);
    response.on('close', () => {
      now -= 1;
      waiting = waiting.filter((each) => each.reply !== reply);
    });
    const reply = () => answer(request, response);
    if (isOpen) reply();
    else waiting.push({ url: request.url ?? '', reply });
  });
  const release = (part = '') => {
    const released = waiting.filter(({ url }) => url.includes(part));
    waiting = waiting.filter((each) => !released.includes(each));
    for (const { reply } of released) reply();
  };
  return {
    ...server,
    /** How many requests wait for their answer. */
    get held() {
      return waiting.length;
    },
    /** How many were under way at once, at the most. */
    get most() {
      return most;
    },
    /** Resolves when whatever was sent before has arrived. */
    async arrived() {
      await fetch(server.url + probe); // a connection of its own, which the server takes after those before it
    },
    /** Answers those that wait, or those of them whose address holds this. */
    release,
    /** Answers those that wait, and from now on every request at once. */
    open() {
      isOpen = true;
      release();
    },
  };
}
