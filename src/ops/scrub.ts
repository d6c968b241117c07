/** Matches a whole URL, so that a text with many URL beginnings is read once. */
const address = /https?:\/\/[^\s"'\\]+/g;
/** Paths of URLs that let their holder post to Slack, and so work like tokens. */
const responseUrl = /\/(?:commands|actions|app|workflows|services|triggers)\/./;
/** Redis's, which may hold its password. */
const redisAddress = /\brediss?:\/\/[^\s"'\\]+/g;
const socketTicket = /\bticket=[^\s"'\\&]+/g;
const bearer = /\bBearer\s+[^\s"'\\]+/gi;
const slackToken = /\bx(?:ox[a-z]|app)-[\w-]+/g;

/** Takes these secrets out of a text, and whatever looks like one of Slack's. */
export function createScrub(secrets: readonly string[]): (text: string) => string {
  const known = secrets.filter((secret) => secret !== '');
  return (line) =>
    known
      .reduce((text, secret) => text.replaceAll(secret, '[secret]'), line)
      .replace(bearer, 'Bearer [secret]') // also a token that replaced the configured one
      .replace(slackToken, '[secret]')
      .replace(address, (url) => (responseUrl.test(url) ? '[response_url]' : url))
      .replace(redisAddress, '[redis]')
      .replace(socketTicket, 'ticket=[secret]');
}
