import { SlackApiError } from '../../errors.ts';
import { isTokenRefused } from './socket.ts';

/** Why the process cannot run, as one sentence for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** @param tokenVariable names the token that Slack may have refused */
export function startError(error: unknown, tokenVariable = ''): StartError {
  return error instanceof StartError ? error : new StartError(explain(error, tokenVariable));
}

/** One sentence for a process that ends because Slack cannot reach it any more. */
export function explainLoss(error: unknown): string {
  if (error instanceof SlackApiError) return explain(error, 'SLACK_APP_TOKEN');
  const reason = error instanceof Error ? error.message : String(error);
  return `${reason} Ending, so that whatever supervises this process starts it anew.`;
}

function explain(error: unknown, tokenVariable: string): string {
  if (error instanceof SlackApiError) {
    const { failure, code } = error.details;
    if (isTokenRefused(error))
      return `Slack refused ${tokenVariable} (${code}). Copy it again from the app's settings.`;
    if (failure === 'proxy')
      return `The proxy of SLACK_PROXY_URL let nothing through to Slack (${code}). Check its address, user and password, and that it allows CONNECT to Slack's hosts.`;
    return failure === 'refused' || failure === 'rate_limited'
      ? `Slack answered with ${code}. Try again; if it stays, check the app's settings.`
      : `Slack could not be reached (${code}). Check the way out to slack.com, and SLACK_API_URL if it is set.`;
  }
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const port = error instanceof Error && 'port' in error ? error.port : '';
  if (code === 'EADDRINUSE') return `Port ${port} is in use: set PORT or HEALTH_PORT to another one.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this user: set PORT or HEALTH_PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'HEALTH_HOST is no address of this machine.';
  return `txnbot could not start: ${error instanceof Error ? error.message : String(error)}`;
}
