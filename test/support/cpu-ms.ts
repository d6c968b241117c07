/** How long this process works on `task`, in milliseconds; being kept waiting by a busy machine does not count. */
export async function cpuMs(task: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
