import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { settings } from '../../src/config/settings.ts';
import { version } from '../../src/text.ts';
import { loadConfig } from '../support/load-config.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = 'src/ops/examples';
const contents: Record<string, string> = {
  SLACK_BOT_TOKEN: 'xoxb-12345678',
  SLACK_APP_TOKEN: 'xapp-12345678',
};
/** A variable of the environment, as each of the tools writes it. */
const variable =
  /^ *(?:- \{ name: |Environment=)?([A-Z][A-Z_]+?)(_FILE)?(?:: |=|, value: )'?([^'\s}]+)/gm;
const stop = /(?:stop_grace_period: |terminationGracePeriodSeconds: |TimeoutStopSec=)(\d+)/;

it('the secrets of the Compose example get neither into git nor into the image', () => {
  const file = `${folder}/secrets/slack_bot_token`;
  expect(
    spawnSync('git', ['check-ignore', '--no-index', file], { encoding: 'utf8' }).stdout.trim(),
  ).toBe(file);
  const lines = readFileSync('.dockerignore', 'utf8').split('\n');
  expect(lines.indexOf(folder)).toBeGreaterThan(lines.indexOf('!src'));
});

const examples = readdirSync(folder).filter((file) => path.extname(file));

it.each(examples)('%s starts this version, as txnbot needs it', (file) => {
  const text = readFileSync(path.join(folder, file), 'utf8');
  if (file.endsWith('.yml'))
    for (const { errors, warnings } of parseAllDocuments(text, { uniqueKeys: true }))
      expect([...errors, ...warnings]).toEqual([]);
  const secrets = temporaryFolder();
  const env: Record<string, string> = {};
  for (const [line, name = '', isFile = '', value = ''] of text.matchAll(variable)) {
    if (name.startsWith('NODE_')) continue; // Node's own
    expect(settings.map((setting) => setting.variable)).toContain(name);
    env[name + isFile] = isFile ? path.join(secrets, name) : value;
    // The secret is put there, and the folder that stays, by something else in the example.
    const given = isFile || name === 'STATE_DIR' ? path.basename(value) : '';
    expect(text.replace(line, '')).toMatch(new RegExp(`${given}\\b`));
    if (isFile) writeFileSync(path.join(secrets, name), contents[name] ?? 'some-secret');
  }
  expect(loadConfig(env).transferApi.baseUrl).toBe('https://transfers.example.com');
  const needed = /seconds, so give it (\d+) before a SIGKILL/.exec(
    readFileSync('src/ops/README.md', 'utf8'),
  );
  expect(Number(stop.exec(text)?.[1])).toBeGreaterThanOrEqual(Number(needed?.[1]));
  for (const image of text.match(/(?<=image: txnbot:).*/g) ?? []) expect(image).toBe(version);
  expect(text).toMatch(/^#.*(?:main\.js|--rm txnbot) check\b/m);
});

it('the README builds the image that the examples start', () => {
  expect(readFileSync('README.md', 'utf8')).toContain(`docker build -t txnbot:${version} .`);
});
