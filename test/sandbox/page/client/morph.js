/** What the browser itself keeps on an element, and the server knows nothing of. */
const ownAttributes = new Set([
  'open',
  'id',
  'aria-busy',
  'aria-expanded',
  'aria-activedescendant',
  'aria-describedby',
]);

/** @param {Element} from @param {Element} to */
function morphAttributes(from, to) {
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !ownAttributes.has(name)) {
      from.removeAttribute(name);
    }
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value && !ownAttributes.has(name)) {
      from.setAttribute(name, value);
      // Past the first input, the attribute no longer is what is seen.
      if (from instanceof HTMLInputElement && from !== document.activeElement) {
        from.value = name === 'value' ? value : from.value;
        from.checked = name === 'checked' || from.checked;
      } else if (from instanceof HTMLOptionElement && name === 'selected') {
        from.selected = true;
      }
    }
  }
}

/** @param {Node | undefined} from @param {Node} to */
function isSame(from, to) {
  if (!(from instanceof HTMLElement) || !(to instanceof HTMLElement)) {
    return from?.nodeType === to.nodeType && from.nodeName === to.nodeName;
  }
  const { blockId, actionId, element } = from.dataset;
  return (
    from.nodeName === to.nodeName &&
    blockId === to.dataset.blockId &&
    actionId === to.dataset.actionId &&
    element === to.dataset.element
  );
}

/**
 * Makes `from` like `to` and keeps every element that stays what it was, with its focus and with what was typed in it.
 * @param {Node} from
 * @param {Node} to
 */
export function morph(from, to) {
  if (from.isEqualNode(to) || (from instanceof Element && from.matches('.offers:popover-open'))) {
    return;
  }
  if (!(from instanceof Element) || !(to instanceof Element)) {
    from.nodeValue = to.nodeValue;
    return;
  }
  morphAttributes(from, to);
  const wantedNodes = [...to.childNodes];
  for (const [index, wanted] of wantedNodes.entries()) {
    const rest = [...from.childNodes].slice(index);
    const kept = rest.findIndex((node) => isSame(node, wanted));
    if (kept < 0) {
      from.insertBefore(wanted, rest[0] ?? null);
    } else {
      // Taking away what stands before it, instead of moving it, leaves it its focus.
      for (const gone of rest.slice(0, kept)) {
        gone.remove();
      }
      morph(/** @type {Node} */ (rest[kept]), wanted);
    }
  }
  while (from.childNodes.length > wantedNodes.length && from.lastChild) {
    from.lastChild.remove();
  }
}
