/** What the proxy did that `code` of a ProxyError tells of. */
export function proxyWords(code = ''): string {
  const [, status] = /^proxy_(\d+)$/.exec(code) ?? [];
  if (status !== undefined) return `refused (HTTP ${status})`;
  return code === 'proxy_timeout' ? 'did not answer' : 'could not be reached';
}
