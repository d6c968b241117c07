import { type PageOptions as ServedPageOptions, startPage as servePage } from '../server.ts';
import { createFakeSlack } from './fake-slack.ts';

/** A page over a fake stand-in, and the way to post to it as the page itself would. */
export async function startPage({
  slack = createFakeSlack(),
  ...options
}: Partial<PageOptions> = {}) {
  const page = await servePage({ samples: [], commands: [], ...options, slack });
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(page.url + path, {
      method: 'POST',
      headers: { origin: page.url, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, answer: await response.json() };
  };
  return { slack, post, url: page.url, close: page.close };
}

interface PageOptions extends Omit<ServedPageOptions, 'slack'> {
  slack: ReturnType<typeof createFakeSlack>;
}
