/** Loaded before the bot: its clock is so far off, and is set by so much at SIGUSR2. */
const now = Date.now;
let offsetMs = Number(process.env.CLOCK_OFFSET_MS ?? 0);
process.on('SIGUSR2', () => {
  offsetMs += Number(process.env.CLOCK_JUMP_MS ?? 0);
});
globalThis.Date = class extends Date {
  constructor(...args) {
    super(...(args.length === 0 ? [now() + offsetMs] : args));
  }

  static now() {
    return now() + offsetMs;
  }
};
