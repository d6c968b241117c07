/**
 * Checks that the URL parser leaves the path as it is, so that nothing typed can reach another one.
 * @throws Error
 */
export function assertPath(baseUrl: string, path: string): void {
  const base = new URL(baseUrl);
  const { origin, pathname, search } = new URL(baseUrl + path);
  if (pathname + search !== base.pathname.replace(/\/$/, '') + path || origin !== base.origin)
    throw new Error('The path of a look-up does not survive the URL parser.');
}
