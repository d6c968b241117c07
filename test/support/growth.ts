const shortestMs = 4;
const rounds = 7;

/** What grows more than this is measured again: noise passes, and what is quadratic stays so. */
const suspicious = 5;
const attempts = 3;

/**
 * How many times as much work `run` is for four times as much of something: about 1 when it is constant, 4 when it is
 * linear, 16 when it is quadratic: 8 lies between. It counts this process's own time, so that a busy machine is no part
 * of it, takes the quickest of several rounds, and measures again what grows suspiciously.
 * @param run works through `size` of something that was made before, the same each time
 */
export async function growth(size: number, run: (size: number) => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && least > suspicious; attempt += 1) {
    const small = await leastMs(() => run(size));
    least = Math.min(least, (await leastMs(() => run(4 * size))) / small);
  }
  return least;
}

/** `makeText` for both sizes that {@link growth} asks for, made only once. */
export function texts(size: number, makeText: (size: number) => string): (size: number) => string {
  const made = new Map([size, 4 * size].map((each) => [each, makeText(each)]));
  return (each) => made.get(each) ?? '';
}

async function leastMs(run: () => unknown): Promise<number> {
  await run(); // what V8 compiles and remembers on the way is no part of it
  let times = 1;
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; ) {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time += 1) await run();
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000;
    // Too short to be told from the clock's own steps.
    if (ms < shortestMs) times *= 2;
    else {
      least = Math.min(least, ms / times);
      round += 1;
    }
  }
  return least;
}
