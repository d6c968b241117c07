import { isRecord } from '../is-record.ts';
import { parseJson } from '../parse-json.ts';

/** Reads the body of an HTTP ack: JSON only where the content type says so, otherwise text. */
export function readHttpAck(contentType: string, answer: string): { body: unknown; breach?: string } {
  if (answer.trim() === '') return { body: undefined };
  const json = parseJson(answer);
  if (/^application\/json\b/i.test(contentType)) {
    return json === undefined
      ? { body: undefined, breach: 'ack: the content type says JSON, the body is none' }
      : { body: json };
  }
  return isRecord(json)
    ? { body: answer, breach: 'ack: a JSON body needs the content type application/json; Slack shows it as text' }
    : { body: answer };
}
