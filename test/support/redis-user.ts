import { readFileSync } from 'node:fs';

/** The user that the operator is told to make, as the server's settings and as a part of its address. */
export function redisUser(): { settings: readonly string[]; credentials: string } {
  const readme = readFileSync('src/ops/README.md', 'utf8');
  const [, name = '', rules = ''] = /`ACL SETUSER (\w+) ([^`]+)`/.exec(readme) ?? [];
  const password = /(?<=>)\w+/.exec(rules)?.[0];
  return { settings: ['--user', name, ...rules.split(' ')], credentials: `${name}:${password}` };
}
