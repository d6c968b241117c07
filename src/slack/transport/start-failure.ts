import { webApi } from '@slack/bolt';
import { isTokenRefused } from './socket.ts';

/** One sentence for a process that ends because Slack can reach it no more. */
export function explainLoss(error: unknown): string {
  if (error instanceof webApi.WebAPIPlatformError) return explainStartFailure(error, 'SLACK_APP_TOKEN');
  const reason = error instanceof Error ? error.message : String(error);
  return `${reason} Ending, so that whatever supervises this process starts it anew.`;
}

/** One sentence for whoever started the process: what is wrong, and which variable it hangs on. */
export function explainStartFailure(error: unknown, tokenVariable: string): string {
  if (error instanceof webApi.WebAPIPlatformError)
    return isTokenRefused(error)
      ? `Slack refused ${tokenVariable} (${error.data.error}). Copy it again from the app's settings.`
      : `Slack answered with ${error.data.error}. Try again; if it stays, check the app's settings.`;
  if (error instanceof webApi.WebAPIRequestError || error instanceof webApi.WebAPIHTTPError)
    return 'Slack could not be reached. Check the way out to slack.com, and SLACK_API_URL if it is set.';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const port = error instanceof Error && 'port' in error ? error.port : '';
  if (code === 'EADDRINUSE') return `Port ${port} is in use: set PORT or HEALTH_PORT to another one.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this user: set PORT or HEALTH_PORT to one above 1023.`;
  return `txnbot could not start: ${error instanceof Error ? error.message : String(error)}`;
}
