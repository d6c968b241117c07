import { isRecord } from '../is-record.ts';
import { parseJson } from '../parse-json.ts';

/** The arguments that a client sends as JSON inside a form field; `false` is JSON too. */
const jsonArguments = new Set([
  'attachments',
  'blocks',
  'files',
  'message',
  'metadata',
  'mrkdwn',
  'unfurl_links',
  'unfurl_media',
  'view',
]);

/** The arguments of a Web API call, from a JSON body or a form. */
export function parseArguments(contentType: string, body: string): Record<string, unknown> {
  if (/^application\/json\b/i.test(contentType)) {
    const json = parseJson(body);
    return isRecord(json) ? json : {};
  }
  return Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]) => [
      name,
      jsonArguments.has(name) ? (parseJson(value) ?? value) : value,
    ]),
  );
}
