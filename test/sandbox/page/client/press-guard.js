const clickFollowsMs = 50;

/**
 * Puts off what would move things under a press until the press is over: a click counts only where the pointer went
 * down and came up on the same thing.
 */
export function createPressGuard() {
  /** @type {(() => void)[]} */
  const putOff = [];
  let isPressed = false;

  function release() {
    isPressed = false;
    for (const act of putOff.splice(0)) {
      act();
    }
  }
  // The click comes after this, with a finger in a task of its own.
  const releaseSoon = () => isPressed && setTimeout(release, clickFollowsMs);

  addEventListener('pointerdown', ({ target, button }) => {
    isPressed = button === 0 && target instanceof Element && target.closest('button') !== null;
  });
  addEventListener('pointerup', releaseSoon);
  addEventListener('pointercancel', releaseSoon);
  addEventListener('blur', releaseSoon);

  return {
    /** @param {() => void} act at once where nothing is pressed, else after it, in turn */
    whenReleased(act) {
      if (isPressed) {
        putOff.push(act);
      } else {
        act();
      }
    },
  };
}
