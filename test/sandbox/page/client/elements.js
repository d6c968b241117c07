/**
 * The element with an id that the page is known to have.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) {
    throw new Error(`The page has no #${id}.`);
  }
  return /** @type {T} */ (found);
}
