const shownMs = 1400;

/** @param {HTMLElement} near @param {string} text */
async function copy(near, text) {
  const copied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  if (!copied) {
    // A browser that keeps the clipboard to itself: leave the text selected instead.
    getSelection()?.selectAllChildren(near);
  }
  near.dataset.copied = copied ? 'Copied' : 'Selected';
  setTimeout(() => delete near.dataset.copied, shownMs);
}

/**
 * Code that a click or Enter copies, as in Slack.
 * @param {ParentNode} root
 */
export function makeCodeCopyable(root) {
  for (const code of root.querySelectorAll('.rich .slack_code_inline, .rich .slack_inline_code')) {
    code.setAttribute('role', 'button');
    code.setAttribute('tabindex', '0');
    code.setAttribute('aria-label', `Copy ${code.textContent}`);
  }
}

/** Listens for the copy gestures of all messages and views, present and to come. */
export function startCopying() {
  /** @param {Event} event */
  const copyFrom = (event) => {
    const target = /** @type {Element} */ (event.target);
    const code = target.closest('.slack_code_inline, .slack_inline_code');
    const jsonButton = target.closest('.copy-json');
    if (code instanceof HTMLElement && code.getAttribute('role') === 'button') {
      copy(code, code.textContent ?? '');
    } else if (jsonButton instanceof HTMLElement) {
      copy(jsonButton, jsonButton.nextElementSibling?.textContent ?? '');
    }
  };
  document.addEventListener('click', copyFrom);
  document.addEventListener('keydown', (event) => {
    const onCode = /** @type {Element} */ (event.target).matches('code[role=button], span[role=button]');
    if (onCode && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      copyFrom(event);
    }
  });
}
