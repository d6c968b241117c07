/** What was sent before, to bring back with the arrow keys as in a shell. */
export function createInputHistory() {
  /** @type {string[]} */
  const inputs = [];
  let position = 0;

  return {
    /** @param {string} input */
    add(input) {
      if (inputs.at(-1) !== input) {
        inputs.push(input);
      }
      position = inputs.length;
    },
    /** @param {string} value @returns {boolean} whether `value` is what was brought back, unchanged */
    isAt: (value) => inputs[position] === value,
    /** @param {1 | -1} step @returns {string} empty past the newest */
    go(step) {
      position = Math.min(Math.max(position + step, 0), inputs.length);
      return inputs[position] ?? '';
    },
  };
}
