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

/**
 * Whether what answers at the port takes Slack's requests as txnbot does. It is asked what Slack asks, unsigned, to check
 * a certificate: a txnbot counts and logs no refusal then.
 */
export async function takesSlackRequests(port: number): Promise<boolean> {
  const at = `http://127.0.0.1:${port}`;
  const body = new URLSearchParams({ ssl_check: '1' });
  const statusOf = async (url: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await fetch(url, { ...init(), method: 'POST', headers, body: body.toString() });
    await response.body?.cancel();
    return response.status;
  };
  try {
    const [atPath, elsewhere] = await Promise.all([statusOf(`${at}/slack/events`), statusOf(`${at}/`)]);
    return atPath === 200 && elsewhere === 404;
  } catch {
    return false;
  }
}

async function ask(url: string): Promise<string> {
  const response = await fetch(url, init());
  return response.text();
}

function init() {
  return { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) } as const;
}
