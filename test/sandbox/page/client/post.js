import { pageId } from './page-id.js';

/** @typedef {{ text: string, value: string, description?: string }} Option */
/** @typedef {{ outcome: string, ackMs: number, httpStatus?: number, sentence?: string, options?: Option[] }} Answer */

/**
 * Posts to the sandbox.
 * @param {string} path
 * @param {object} body
 * @returns {Promise<Answer>}
 * @throws Error with a sentence for the person
 */
export async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-page': pageId },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error('The sandbox cannot be reached.');
  });
  const answer = await response.json();
  if (!response.ok) {
    throw new Error(answer.error);
  }
  return answer;
}
