import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import * as z from 'zod';
import { Environment, loadConfig } from '../../src/config/config.ts';
import { version } from '../../src/version.ts';
import { type Example, examplesFolder, readExamples } from '../support/examples.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const examples = readExamples().map((example) => [example.file, example] as const);
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

/** The commands in the comment at the top, each in one line. */
const commandsIn = (text: string) =>
  [...text.replaceAll(/\\\n# */g, '').matchAll(/^# {3}(.*)$/gm)].map(([, command = '']) => command);

/** `name=value` of each label, and the containers' names. */
function deploymentIn(file: string) {
  const [document] = parseAllDocuments(readFileSync(path.join(examplesFolder, file), 'utf8'));
  const { metadata, spec } = document?.toJS().spec.template ?? {};
  const { labels } = z.object({ labels: z.record(z.string(), z.string()) }).parse(metadata);
  const { containers } = z.object({ containers: z.array(z.object({ name: z.string() })) }).parse(spec);
  return {
    labels: Object.entries(labels).map((pair) => pair.join('=')),
    containers: containers.map(({ name }) => name),
  };
}

describe('the examples', () => {
  it('are all read', () => {
    expect(examples.map(([file]) => file)).toEqual(
      expect.arrayContaining(['compose.yml', 'kubernetes-one.yml', 'kubernetes-two.yml', 'txnbot.service']),
    );
  });

  it.each(examples)('name variables that there are, and all that txnbot needs: %s', (_file, example) => {
    const known = Object.keys(Environment.shape);
    for (const name of Object.keys(example.env)) expect([...known, ...ofNode]).toContain(name.replace(/_FILE$/, ''));
    const env = environmentOf(example);
    expect(loadConfig(env).transferApi.baseUrl).toBe('https://transfers.example.com');
    for (const name of Object.keys(env).filter((each) => each.endsWith('_FILE')))
      expect(() => loadConfig({ ...env, [name]: '/nowhere' })).toThrow(`${name} cannot be read`);
  });

  it.each(examples)('give it the files, ports and folders that it needs, and no more: %s', (_file, example) => {
    const { env, secretFiles, asks, volumes, hosts } = example;
    const asked = Object.entries(env).flatMap(([name, value]) => (name.endsWith('_FILE') ? value : []));
    expect(asked.length).toBeGreaterThan(2);
    expect([...secretFiles].sort()).toEqual([...asked].sort());
    const { connection, healthPort } = loadConfig(environmentOf(example));
    const opened = [healthPort, ...(connection.appToken ? [] : [connection.port])];
    for (const { port } of asks) expect(opened).toContain(port);
    const { REDIS_URL, STATE_DIR } = env;
    if (REDIS_URL !== undefined) expect(hosts).toContain(new URL(REDIS_URL).hostname);
    expect(volumes).toEqual(STATE_DIR === undefined ? [] : [STATE_DIR]);
    expect([REDIS_URL, STATE_DIR].filter((value) => value !== undefined)).toHaveLength(1);
    // On a root that cannot be written, by somebody without rights.
    expect(example.isUnprivileged).toBe(true);
  });

  it.each(examples)('give it the time to stop that it says it needs: %s', (file, { stopSeconds }) => {
    const readme = readFileSync('src/ops/README.md', 'utf8').replace(/\s+/g, ' ');
    const [, needed, given] = /takes up to some (\d+) seconds, so give it (\d+) before a SIGKILL/.exec(readme) ?? [];
    expect(stopSeconds).toBeGreaterThanOrEqual(Number(given));
    const said = readFileSync(path.join(examplesFolder, file), 'utf8').match(
      /\bsome \d+(?= (?:seconds|of stopping))/gi,
    );
    expect(said).toEqual([expect.stringMatching(new RegExp(`^some ${needed}$`, 'i'))]);
  });

  it.each(examples)('let the next process have what one alone may hold: %s', (_file, example) => {
    const { strategy, preStopSeconds, volumes, env } = example;
    if (strategy === undefined) return;
    const isOnVolume = volumes.length > 0;
    expect(strategy).toMatchObject(
      isOnVolume ? { type: 'Recreate' } : { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0 } },
    );
    // In HTTP mode the port closes at once, so the Service must forget it before.
    expect(preStopSeconds > 0).toBe('PORT' in env);
  });

  it.each(examples)('start the image that the README builds, of this version: %s', (_file, { image }) => {
    expect(readFileSync('README.md', 'utf8')).toContain(`docker build -t txnbot:${version} .`);
    expect([undefined, `txnbot:${version}`]).toContain(image);
  });

  it('have a unit that systemd starts anew for as long as an outage lasts', () => {
    const unit = readFileSync(path.join(examplesFolder, 'txnbot.service'), 'utf8');
    expect(unit).toMatch(/^Restart=always$/m);
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
    expect(unit).not.toMatch(/^StartLimitBurst=/m);
  });

  it('have a unit that systemd takes, where systemd is, and one that is made from it for the check', () => {
    const folder = temporaryFolder();
    const unit = readFileSync(path.join(examplesFolder, 'txnbot.service'), 'utf8');
    expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node --max-semi-space-size=8 \/opt\/txnbot\/main\.js$/m);
    const [file, check] = [path.join(folder, 'txnbot.service'), path.join(folder, 'txnbot-check.service')];
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath)); // it must be there
    const command = commandsIn(unit).find((line) => line.startsWith('sed ')) ?? '';
    const here = command.replace('/etc/systemd/system', folder).replace('/run/systemd/system', folder);
    expect(spawnSync('sh', ['-c', here])).toMatchObject({ status: 0 });
    const added = readFileSync(check, 'utf8')
      .split('\n')
      .filter((line) => !readFileSync(file, 'utf8').includes(`${line}\n`));
    expect(added).toEqual([expect.stringMatching(/^ExecStart=\S+ \S+ \S+main\.js check$/), 'Type=oneshot']);
    for (const each of [file, check]) {
      const { error, stderr } = spawnSync('systemd-analyze', ['verify', each], { encoding: 'utf8' });
      if (error) expect(error).toMatchObject({ code: 'ENOENT' });
      else expect(stderr).not.toContain(path.basename(each));
    }
  });

  it.each(['kubernetes-one.yml', 'kubernetes-two.yml'])('have a copy of the pod try what it needs: %s', (file) => {
    const text = readFileSync(path.join(examplesFolder, file), 'utf8');
    const [debug = '', ...others] = commandsIn(text).filter((line) => /^kubectl (?!create)/.test(line));
    const [, label, copy, container] =
      /^kubectl debug "\$\(kubectl get pod -l (\S+) -o name \| head -n 1\)" --copy-to=(\S+) (?:--same-node )?--container=(\S+) -- node main\.js check$/.exec(
        debug,
      ) ?? [];
    const { labels, containers } = deploymentIn(file);
    expect(labels).toContain(label);
    expect(containers).toContain(container);
    expect(others.at(-1)).toBe(`kubectl delete pod ${copy}`);
    expect(text).not.toContain('kubectl exec');
  });

  it('let the copy of the pod reach Redis, and bring it no requests', () => {
    const text = readFileSync(path.join(examplesFolder, 'kubernetes-two.yml'), 'utf8');
    const [, label = ''] = /kubectl label pod txnbot-check (\S+)$/m.exec(text) ?? [];
    const [name, value] = label.split('=');
    expect(text).toContain(`- podSelector: { matchLabels: { ${name}: ${value} } }`);
    expect(text).not.toMatch(new RegExp(`^  selector: \\{ ${name}: ${value} \\}`, 'm'));
  });
});
