import { expect, it } from 'vitest';
import { redisOptions } from '../../src/store/redis-connection.ts';

it.each([
  ['redis://redis', { host: 'redis', port: 6379, db: 0 }],
  ['redis://127.0.0.1:7000/3', { host: '127.0.0.1', port: 7000, db: 3 }],
  ['redis://:p%40ss%2Fword@[::1]', { host: '::1', password: 'p@ss/word' }],
  [
    'rediss://txnbot:secret@redis.example:6380/',
    { username: 'txnbot', password: 'secret', tls: { servername: 'redis.example' } },
  ],
  ['rediss://10.0.0.1', { tls: {} }],
])('the client is told where %s leads', (address, options) => {
  expect(redisOptions(address)).toMatchObject(options);
});

it('a client without a password or TLS is told of none', () => {
  expect(Object.keys(redisOptions('redis://redis'))).not.toEqual(expect.arrayContaining(['username']));
  expect(redisOptions('redis://redis')).not.toHaveProperty('password');
  expect(redisOptions('redis://redis')).not.toHaveProperty('tls');
});

it('it tries to connect again at once, and then every two seconds', () => {
  const { retryStrategy } = redisOptions('redis://redis');
  expect([1, 2, 5, 6, 1_000].map((times) => retryStrategy?.(times))).toEqual([100, 200, 1_600, 2_000, 2_000]);
});
