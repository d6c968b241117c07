/** `Promise.withResolvers`, which Node 20 has not. */
export function withResolvers<T = void>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
