import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { settings } from '../../src/config/config.ts';
import { version } from '../../src/text.ts';
import { type Example, readExamples } from '../support/examples.ts';
import { loadConfig } from '../support/load-config.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const examples = readExamples().map((example) => [example.file, example] as const);
const textOf = (file: string) => readFileSync(path.join('src/ops/examples', file), 'utf8');
/** Node's own, which txnbot does not read. */
const ofNode = ['NODE_ENV', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS'];

/** The environment as the process gets it, with something in each secret's file. */
function environmentOf({ env }: Example): Record<string, string> {
  const folder = temporaryFolder();
  const forms: Record<string, string> = {
    SLACK_BOT_TOKEN_FILE: 'xoxb-12345678',
    SLACK_APP_TOKEN_FILE: 'xapp-12345678',
  };
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => {
      if (!name.endsWith('_FILE')) return [name, value];
      const file = path.join(folder, name);
      writeFileSync(file, forms[name] ?? 'some-secret');
      return [name, file];
    }),
  );
}

it('the secrets of the Compose example get neither into git nor into the image', () => {
  const file = 'src/ops/examples/secrets/slack_bot_token';
  expect(spawnSync('git', ['check-ignore', '--no-index', file], { encoding: 'utf8' }).stdout.trim()).toBe(file);
  const lines = readFileSync('.dockerignore', 'utf8').split('\n');
  expect(lines.indexOf('src/ops/examples')).toBeGreaterThan(lines.indexOf('!src'));
});

describe('the examples', () => {
  it.each(examples)('name variables that there are, and all that txnbot needs: %s', (_file, example) => {
    const known = settings.map(({ variable }) => variable);
    for (const name of Object.keys(example.env)) expect([...known, ...ofNode]).toContain(name.replace(/_FILE$/, ''));
    const env = environmentOf(example);
    expect(loadConfig(env).transferApi.baseUrl).toBe('https://transfers.example.com');
    for (const name of Object.keys(env).filter((each) => each.endsWith('_FILE')))
      expect(() => loadConfig({ ...env, [name]: '/nowhere' })).toThrow(`${name} cannot be read`);
  });

  it.each(examples)('give it the files and folders that it needs, and no more: %s', (_file, example) => {
    const { env, secretFiles, volumes } = example;
    const asked = Object.entries(env).flatMap(([name, value]) => (name.endsWith('_FILE') ? value : []));
    expect(asked.length).toBeGreaterThan(2);
    expect([...secretFiles].sort()).toEqual([...asked].sort());
    const { REDIS_URL, STATE_DIR } = env;
    expect(volumes).toEqual(STATE_DIR === undefined ? [] : [STATE_DIR]);
    expect([REDIS_URL, STATE_DIR].filter((value) => value !== undefined)).toHaveLength(1);
  });

  it.each(examples)('give it the time to stop that it says it needs: %s', (_file, { stopSeconds }) => {
    const readme = readFileSync('src/ops/README.md', 'utf8').replace(/\s+/g, ' ');
    const [, given] = /seconds, so give it (\d+) before a SIGKILL/.exec(readme) ?? [];
    expect(stopSeconds).toBeGreaterThanOrEqual(Number(given));
  });

  it.each(examples)('start the image that the README builds, of this version, and say how to check it: %s', (file) => {
    expect(readFileSync('README.md', 'utf8')).toContain(`docker build -t txnbot:${version} .`);
    const images = textOf(file).match(/(?<=image: txnbot:).*/g) ?? [version];
    expect(images).toEqual([version]);
    expect(textOf(file)).toMatch(/^#.*(?:main\.js|--rm txnbot) check\b/m);
  });
});
