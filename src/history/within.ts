/** Settles as `work` does. @throws Error with the code ETIMEDOUT when that takes too long; `work` goes on unheard */
export async function within<T>(patienceMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('It took too long.'), { code: 'ETIMEDOUT' })), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
