import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Failures } from './failures.ts';
import { readUpload } from './files.ts';
import type { ResponseUrlAnswer } from './response-urls.ts';
import type { SlackFailure } from './types.ts';
import type { WebApi } from './web-api/web-api.ts';
import { parseArguments, parseJson } from './web-api/web-api.ts';

export interface RouteParts {
  readonly webApi: WebApi;
  readonly failures: Failures;
  /** Takes down where each request went. */
  readonly requests: string[];
  /** What the URLs begin with that Slack hands out. */
  readonly baseUrl: string;
  readonly postToResponseUrl: (url: string, payload: unknown) => ResponseUrlAnswer;
  /** Takes an upload; answers with what was wrong with it, if anything. */
  readonly takeUpload: (path: string, bytes: Buffer) => string | undefined;
  /** The content of a file, for whoever may read it. */
  readonly readFile: (id: string, authorization: string | undefined) => Uint8Array | undefined;
}

/**
 * The paths under which the stand-in answers the bot: the Web API, the response_urls and the upload
 * URLs.
 */
export function createRoutes(parts: RouteParts) {
  const { webApi, failures, requests, baseUrl, postToResponseUrl, takeUpload, readFile } = parts;

  return (request: IncomingMessage, response: ServerResponse): void => {
    // A bot that gives up in the middle of its request has nobody left to answer.
    answer(request, response).catch(() => response.destroy());
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(request);
    const body = bytes.toString('utf8');
    const { authorization, 'content-type': contentType = '' } = request.headers;
    const path = request.url?.split('?')[0] ?? '/';
    const method = /^\/api\/([\w.]+)$/.exec(path)?.[1];
    const isResponseUrl = /^\/(commands|actions|app)\//.test(path) && request.method === 'POST';
    const where = method ?? (isResponseUrl ? 'response_url' : undefined);
    if (where !== undefined) requests.push(where);
    const failure = where === undefined ? undefined : failures.next(where);
    if (failure && !('until' in failure)) return fail(response, failure);
    if (method) {
      const result = webApi.call({
        method,
        authorization,
        args: parseArguments(contentType, body),
      });
      if (failure) await failure.until;
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        ...webApi.headersFor(authorization),
      };
      response.writeHead(200, headers).end(JSON.stringify(result));
    } else if (isResponseUrl) {
      const result = postToResponseUrl(`${baseUrl}${path}`, parseJson(body));
      if (failure) await failure.until;
      response.writeHead(result.status, { 'content-type': 'text/html' }).end(result.body);
    } else if (path.startsWith('/upload/') && request.method === 'POST') {
      const problem = takeUpload(path, await readUpload(contentType, bytes));
      response.writeHead(problem ? 400 : 200).end(problem ?? `OK - ${bytes.length}`);
    } else if (path.startsWith('/files-pri/')) {
      const content = readFile(path.split('/')[2] ?? '', authorization);
      // Who may not read a file gets the page of the log-in, as from Slack.
      if (content)
        response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(content);
      else
        response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
          .end('<!DOCTYPE html><title>Sign in</title>');
    } else {
      response.writeHead(404).end();
    }
  }
}

/** Nothing is done; `isSilent` does not even say so. */
function fail(
  response: ServerResponse,
  failure: Exclude<SlackFailure, { until: Promise<unknown> }>,
): void {
  if ('isSilent' in failure) return;
  if ('status' in failure) response.writeHead(failure.status, failure.headers).end(failure.body);
  else
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ok: false, ...failure }));
}
