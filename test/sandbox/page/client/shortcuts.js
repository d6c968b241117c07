/** @typedef {import('../types.ts').ManifestShortcut} ManifestShortcut */

/**
 * The shortcuts of the manifest, which stand in the markup.
 * @param {ManifestShortcut['type']} type
 * @returns {ManifestShortcut[]}
 */
export function shortcutsOf(type) {
  /** @type {ManifestShortcut[]} */
  const all = JSON.parse(document.body.dataset.shortcuts ?? '[]');
  return all.filter((shortcut) => shortcut.type === type);
}
