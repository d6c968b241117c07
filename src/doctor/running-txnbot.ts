const timeoutMs = 5_000;

/** The version of the txnbot that answers at the health port; `undefined` when none does. */
export async function runningTxnbot(port: number, host = '127.0.0.1'): Promise<string | undefined> {
  const at = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  try {
    const [health, metrics] = await Promise.all([ask(`${at}/healthz`), ask(`${at}/metrics`)]);
    const answer: unknown = JSON.parse(health);
    const isHealth = typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === 'ok';
    if (!isHealth || !('version' in answer) || !metrics.includes('txnbot_')) return undefined;
    return String(answer.version);
  } catch {
    return undefined;
  }
}

async function ask(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  return response.text();
}
