import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** Who may import whom at run time. What is not named here wires the others together, and may import anything of them. */
const rooms: Record<string, { project: string[]; packages?: string[] }> = {
  errors: { project: [], packages: [] },
  bag: { project: [], packages: [] },
  'plain-text': { project: [], packages: [] },
  secret: { project: [], packages: [] },
  'regular-file': { project: [], packages: [] },
  version: { project: [], packages: [] },
  parts: { project: [], packages: [] },
  'sensitive-fields': { project: [], packages: ['lossless-json', 'lru-cache'] },
  tracing: { project: [], packages: ['@opentelemetry/api', '@opentelemetry/core'] },
  'command-names': { project: ['reading'], packages: [] },
  config: { project: ['config', 'regular-file', 'secret'], packages: ['re2js', 'zod'] },
  access: { project: ['access', 'errors'], packages: [] },
  history: {
    project: ['history', 'state', 'transfers', 'errors', 'plain-text'],
    packages: ['zod'],
  },
  'short-reference': { project: [], packages: [] },
  forget: { project: ['parts'], packages: [] },
  state: {
    project: ['state', 'errors', 'regular-file', 'secret'],
    packages: ['ioredis', 'lru-cache', 'rate-limiter-flexible', 'write-file-atomic'],
  },
  reading: { project: ['reading', 'errors'], packages: ['leven', 're2js'] },
  transfers: { project: ['transfers', 'errors', 'plain-text'], packages: ['cockatiel', 'lossless-json'] },
  views: {
    project: ['views', 'history', 'reading', 'transfers', 'errors', 'plain-text', 'sensitive-fields', 'version'],
    packages: ['csv-stringify/sync', 'lossless-json'],
  },
  commands: {
    project: ['commands', 'command-names', 'history', 'reading', 'transfers', 'views', 'errors'],
    packages: [],
  },
  middleware: { project: ['middleware', 'access', 'views', 'bag', 'errors', 'tracing'], packages: [] },
  slack: {
    project: ['slack', 'slack/exchange', 'slack/transport', 'slack/web-api', 'middleware', 'errors'],
    packages: ['@slack/bolt'],
  },
  'slack/transport': {
    project: ['slack/transport', 'slack/web-api', 'bag', 'errors', 'ops', 'tracing'],
    packages: ['@slack/bolt', 'lru-cache', 'zod'],
  },
  'slack/exchange': {
    project: ['slack/exchange', 'slack/web-api', 'middleware', 'views', 'errors'],
    packages: [],
  },
  'slack/listeners': {
    project: ['slack/listeners', 'slack/exchange', 'commands', 'reading', 'transfers', 'views', 'errors'],
    packages: ['zod'],
  },
  'slack/web-api': {
    project: ['slack/web-api', 'errors', 'tracing'],
    packages: ['@slack/bolt', 'cockatiel', 'lru-cache', 'undici'],
  },
  watches: {
    project: ['watches', 'access', 'state', 'transfers', 'views', 'errors', 'plain-text', 'short-reference'],
    packages: ['bullmq', 'zod'],
  },
  ops: { project: ['ops', 'version'], packages: ['lru-cache', 'pino', 'prom-client'] },
  doctor: {
    project: [
      ...[
        'doctor',
        'config',
        'commands',
        'state',
        'views',
        'slack/web-api',
        'transfer-api',
        'ops',
        'errors',
        'version',
      ],
    ],
    packages: ['pino'],
  },
  banks: { project: ['banks', 'errors'], packages: ['lru-cache', 'zod'] },
  'transfer-api': {
    project: ['transfer-api', 'errors', 'regular-file', 'secret', 'sensitive-fields', 'tracing', 'version'],
    packages: ['axios', 'cockatiel', 'https-proxy-agent', 'lossless-json', 'lru-cache', 'zod'],
  },
};

const sources = Object.fromEntries(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.posix.join('src', file.replaceAll(path.sep, '/')))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);

/** A folder, or a file at the top; of `slack` each of its folders is a room. */
const roomOf = (file: string) => {
  const [, room = '', inner = '', ...rest] = file.split('/');
  return room === 'slack' && rest.length > 0 ? `slack/${inner}` : room.replace(/\.ts$/, '');
};
const folderOf = (file: string) => file.split('/')[1] ?? '';
const importsOf = (source: string) =>
  [...source.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^;]*?\bfrom\s+)?'([^']+)'/gm)].map(([, from = '']) => from);
const importsAndTypesOf = (source: string) =>
  [...source.matchAll(/^(?:import|export)\s[^;]*?\bfrom\s+'([^']+)'/gm)].map(([, from = '']) => from);
const resolve = (file: string, from: string) => path.posix.join(path.posix.dirname(file), from);

function violations(files: Record<string, string>): string[] {
  return Object.entries(files).flatMap(([file, source]) => {
    const { project, packages } = rooms[roomOf(file)] ?? {};
    const found = importsOf(source).flatMap((from) => {
      if (from.startsWith('node:')) return [];
      if (!from.startsWith('.')) return !packages || packages.includes(from) ? [] : [`${file} imports ${from}`];
      const target = resolve(file, from);
      if (file === 'src/version.ts' && target === 'package.json') return [];
      if (!(target in files)) return [`${file} imports ${target}, outside src`];
      return !project || project.includes(roomOf(target)) ? [] : [`${file} imports ${target}`];
    });
    if (file !== 'src/main.ts' && source.includes('process.env')) found.push(`${file} reads process.env`);
    if (/\bexport default\b|\bexport \*/.test(source)) found.push(`${file} exports without a name`);
    if (/\/(utils|helpers|common)\b/.test(file)) found.push(`${file} has no room of its own`);
    return found;
  });
}

/** Every way round that leads from a name back to itself. */
function cyclesIn(graph: Map<string, Set<string>>): string[] {
  const visit = (name: string, trail: string[]): string[] =>
    trail.includes(name)
      ? [[...trail.slice(trail.indexOf(name)), name].join(' → ')]
      : [...(graph.get(name) ?? [])].flatMap((next) => visit(next, [...trail, name]));
  return [...new Set([...graph.keys()].flatMap((name) => visit(name, [])))];
}

function cycles(files: Record<string, string>): string[] {
  const edges = Object.entries(files).map(([file, source]): [string, Set<string>] => [
    file,
    new Set(importsOf(source).flatMap((from) => (from.startsWith('.') ? resolve(file, from) : []))),
  ]);
  return cyclesIn(new Map(edges));
}

/** Of folders, types included: what two of them know of each other belongs into one, or into a third. */
function circlesOfRooms(files: Record<string, string>): string[] {
  const isInFolder = (file: string) => file.split('/').length > 2;
  const graph = new Map<string, Set<string>>();
  for (const [file, source] of Object.entries(files).filter(([name]) => isInFolder(name)))
    for (const from of importsAndTypesOf(source).filter((name) => name.startsWith('.'))) {
      const target = resolve(file, from);
      if (!isInFolder(target) || folderOf(target) === folderOf(file)) continue;
      graph.set(folderOf(file), (graph.get(folderOf(file)) ?? new Set()).add(folderOf(target)));
    }
  return cyclesIn(graph);
}

describe('the house', () => {
  it('keeps every import in the rooms it may enter', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(30);
    expect(violations(sources)).toEqual([]);
  });

  it('has no cycle of files, and no circle of rooms', () => {
    expect(cycles(sources)).toEqual([]);
    expect(circlesOfRooms(sources)).toEqual([]);
  });

  it('knows Bolt in one room', () => {
    const knowing = Object.entries(sources).filter(([, source]) => importsOf(source).includes('@slack/bolt'));
    expect(new Set(knowing.map(([file]) => folderOf(file)))).toEqual(new Set(['slack']));
  });

  it('knows Bolt’s types where messages are drawn or sent, and nowhere else', () => {
    const knowing = Object.entries(sources).filter(([, source]) => importsAndTypesOf(source).includes('@slack/bolt'));
    expect([...new Set(knowing.map(([file]) => folderOf(file)))].sort()).toEqual(['slack', 'views']);
  });

  it('loads nothing that its first lines do not name, but for the doctor, what processes share and what sends requests', () => {
    const loading = Object.entries(sources).flatMap(([file, source]) =>
      [...source.matchAll(/\bimport\(([^)]*)\)/g)].map(([, what]) => [file, what]),
    );
    expect(loading).toEqual([
      ['src/main.ts', "'./doctor/doctor.ts'"],
      ['src/main.ts', "'./shared.ts'"],
      ['src/transfer-api/request.ts', "'./send.ts'"],
    ]);
  });

  it('reads nothing of Redis at its start', () => {
    const reached = new Set<string>();
    const reach = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const from of importsOf(sources[file] ?? '')) reach(from.startsWith('.') ? resolve(file, from) : from);
    };
    reach('src/main.ts');
    expect(reached).toContain('rate-limiter-flexible');
    expect([...reached].filter((name) => /ioredis|bullmq|\/redis\/|^src\/shared/.test(name))).toEqual([]);
  });

  it.each([
    ['src/views/help.ts', "import { App } from '@slack/bolt';"],
    ['src/views/help.ts', "import { txn } from '../commands/txn.ts';"],
    ['src/watches/notifications.ts', "import { createNotify } from '../slack/notify.ts';"],
    ['src/commands/txn.ts', "import axios from 'axios';"],
    ['src/commands/txn.ts', 'const token = process.env.TOKEN;'],
    ['src/slack/listeners/buttons.ts', "import { createTransferApi } from '../../transfer-api/client.ts';"],
    ['src/slack/web-api/fetch.ts', "import { txn } from '../../commands/txn.ts';"],
    ['src/slack/transport/socket.ts', "import { ask } from '../listeners/ask.ts';"],
    ['src/slack/listeners/home.ts', "import { App } from '@slack/bolt';"],
    ['src/slack/listeners/home.ts', "import { SlackClient } from '../web-api/client.ts';"],
    ['src/ops/health.ts', "import { createSlackFetch } from '../slack/web-api/fetch.ts';"],
    ['src/banks/search.ts', "import { readFileSync } from '../../test/support/shown.ts';"],
    ['src/errors.ts', "import packageJson from '../package.json' with { type: 'json' };"],
    ['src/errors.ts', "export * from './config/config.ts';"],
    ['src/utils/strings.ts', 'export const a = 1;'],
  ])('would notice in %s: %s', (file, line) => {
    expect(violations({ ...sources, [file]: `${line}\n${sources[file] ?? ''}` })).not.toEqual([]);
  });

  it('would notice a circle of rooms, of types too', () => {
    const file = 'src/views/help.ts';
    const line = "import type { AnyCommand } from '../commands/command.ts';";
    expect(circlesOfRooms({ ...sources, [file]: `${line}\n${sources[file]}` })).not.toEqual([]);
  });

  it('would notice a cycle', () => {
    const file = 'src/views/mrkdwn.ts';
    const line = "import { errorReply } from './error-reply.ts';";
    expect(cycles({ ...sources, [file]: `${line}\n${sources[file]}` })).not.toEqual([]);
  });
});
