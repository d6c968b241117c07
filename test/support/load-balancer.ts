import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startServer, type TestServer } from './http-server.ts';

interface LoadBalancer extends TestServer {
  /** How many requests each replica has answered. */
  readonly answered: readonly number[];
}

/**
 * Hands each request to the next replica, over connections that it keeps. Where nobody listens, or the
 * connection turns out to be closed, the next one gets it, as with any load balancer that is set up to.
 */
export async function startLoadBalancer(replicas: readonly string[]): Promise<LoadBalancer> {
  const agent = new Agent({ keepAlive: true });
  const answered = replicas.map(() => 0);
  let turn = 0;

  const server = await startServer(async (incoming, response) => {
    const body = await buffer(incoming);
    turn += 1;
    const pass = (place: number, triesLeft: number) => {
      const { method, url = '/', headers } = incoming;
      const outgoing = request(new URL(url, replicas[place]), { agent, method, headers }, (answer) => {
        answered[place] = (answered[place] ?? 0) + 1;
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        const isUnheard = ['ECONNREFUSED', 'ECONNRESET'].includes(error.code ?? '');
        if (isUnheard && triesLeft > 0) pass((place + 1) % replicas.length, triesLeft - 1);
        else response.writeHead(502).end();
      });
      outgoing.end(body);
    };
    pass(turn % replicas.length, replicas.length);
  });
  return {
    ...server,
    answered,
    close() {
      agent.destroy();
      return server.close();
    },
  };
}
