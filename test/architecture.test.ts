import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** Who may import whom at run time; `import type` is free. What is not named here may import anything of the project. */
const rooms: Record<string, { project: string[]; packages?: string[] }> = {
  errors: { project: [], packages: [] },
  access: { project: ['access', 'errors'], packages: [] },
  secret: { project: [], packages: [] },
  'sensitive-fields': { project: [], packages: ['lossless-json'] },
  tracing: { project: [], packages: ['@opentelemetry/api', '@opentelemetry/core'] },
  'command-names': { project: [], packages: [] },
  config: { project: ['secret'], packages: ['re2js', 'zod'] },
  transfers: { project: ['transfers', 'views', 'errors'], packages: ['cockatiel'] },
  views: {
    project: ['views', 'transfers', 'errors', 'sensitive-fields'],
    packages: ['csv-stringify/sync', 'lossless-json'],
  },
  reading: { project: ['reading', 'commands', 'errors'], packages: ['leven', 're2js'] },
  commands: { project: ['commands', 'reading', 'transfers', 'views', 'errors'], packages: [] },
  middleware: {
    project: ['middleware', 'access', 'commands', 'reading', 'slack', 'views', 'errors', 'ops', 'tracing'],
  },
  slack: {
    project: ['slack', 'commands', 'reading', 'middleware', 'transfers', 'views', 'errors', 'ops', 'secret', 'tracing'],
  },
  ops: { project: ['ops'] },
  banks: { project: ['banks', 'errors'], packages: ['lru-cache'] },
  'transfer-api': {
    project: ['transfer-api', 'errors', 'secret', 'sensitive-fields', 'tracing'],
    packages: ['axios', 'cockatiel', 'lossless-json', 'zod'],
  },
};

const sources = Object.fromEntries(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.posix.join('src', file.replaceAll(path.sep, '/')))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);

const roomOf = (file: string) => file.split('/')[1]?.replace(/\.ts$/, '') ?? '';
const importsOf = (source: string) =>
  [...source.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^;]*?\bfrom\s+)?'([^']+)'/gm)].map(([, from = '']) => from);
const resolve = (file: string, from: string) => path.posix.join(path.posix.dirname(file), from);

function violations(files: Record<string, string>): string[] {
  return Object.entries(files).flatMap(([file, source]) => {
    const { project, packages } = rooms[roomOf(file)] ?? {};
    const found = importsOf(source).flatMap((from) => {
      if (from.startsWith('node:')) return [];
      if (!from.startsWith('.')) return !packages || packages.includes(from) ? [] : [`${file} imports ${from}`];
      const target = resolve(file, from);
      if (!(target in files)) return [`${file} imports ${target}, outside src`];
      return !project || project.includes(roomOf(target)) ? [] : [`${file} imports ${target}`];
    });
    if (file !== 'src/main.ts' && source.includes('process.env')) found.push(`${file} reads process.env`);
    if (/\bexport default\b|\bexport \*/.test(source)) found.push(`${file} exports without a name`);
    if (/\/(utils|helpers|common)\b/.test(file)) found.push(`${file} has no room of its own`);
    return found;
  });
}

function cycles(files: Record<string, string>): string[] {
  const visit = (file: string, trail: string[]): string[] =>
    trail.includes(file)
      ? [[...trail.slice(trail.indexOf(file)), file].join(' → ')]
      : importsOf(files[file] ?? '').flatMap((from) =>
          from.startsWith('.') ? visit(resolve(file, from), [...trail, file]) : [],
        );
  return [...new Set(Object.keys(files).flatMap((file) => visit(file, [])))];
}

describe('the house', () => {
  it('keeps every import in the rooms it may enter', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(30);
    expect(violations(sources)).toEqual([]);
  });

  it('has no cycle', () => {
    expect(cycles(sources)).toEqual([]);
  });

  it.each([
    ['src/views/help.ts', "import { App } from '@slack/bolt';"],
    ['src/views/help.ts', "import { txn } from '../commands/txn.ts';"],
    ['src/commands/txn.ts', "import axios from 'axios';"],
    ['src/commands/txn.ts', 'const token = process.env.TOKEN;'],
    ['src/slack/listeners/buttons.ts', "import { createTransferApi } from '../../transfer-api/client.ts';"],
    ['src/slack/web-api/fetch.ts', "import { txn } from '../commands/txn.ts';"],
    ['src/ops/health.ts', "import { createSlackFetch } from '../slack/web-api/fetch.ts';"],
    ['src/banks/search.ts', "import { readFileSync } from '../../test/support/shown.ts';"],
    ['src/errors.ts', "export * from './config.ts';"],
    ['src/utils/strings.ts', 'export const a = 1;'],
  ])('would notice in %s: %s', (file, line) => {
    expect(violations({ ...sources, [file]: `${line}\n${sources[file] ?? ''}` })).not.toEqual([]);
  });

  it('would notice a cycle', () => {
    const file = 'src/views/mrkdwn.ts';
    expect(cycles({ ...sources, [file]: `import { code } from './blocks.ts';\n${sources[file]}` })).not.toEqual([]);
  });
});
