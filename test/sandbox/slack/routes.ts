import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseJson } from './parse-json.ts';
import type { ResponseUrlAnswer } from './response-url/response-url-posts.ts';
import { parseArguments } from './web-api/parse-arguments.ts';
import type { WebApi } from './web-api/web-api.ts';

export interface RouteParts {
  readonly webApi: WebApi;
  readonly postToResponseUrl: (path: string, payload: unknown) => ResponseUrlAnswer;
}

/** The paths under which the stand-in answers the bot: the Web API and the response_urls. */
export function createRoutes({ webApi, postToResponseUrl }: RouteParts) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    // A bot that gives up in the middle of its request has nobody left to answer.
    answer(request, response).catch(() => response.destroy());
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const path = request.url?.split('?')[0] ?? '/';
    const method = /^\/api\/([\w.]+)$/.exec(path)?.[1];
    if (method) {
      const { authorization, 'content-type': contentType = '' } = request.headers;
      const result = webApi.call({ method, authorization, args: parseArguments(contentType, body) });
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(result));
    } else if (/^\/(commands|actions)\//.test(path) && request.method === 'POST') {
      const result = postToResponseUrl(path, parseJson(body));
      response.writeHead(result.status, { 'content-type': 'text/html' }).end(result.body);
    } else {
      response.writeHead(404).end();
    }
  }
}
