import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/**
 * The arguments with which Node runs a script in this folder, here and now: it is compiled once, where tsx would do so at
 * each start. Its own arguments begin at `process.argv[1]`.
 */
export function scriptArgs(name: string): string[] {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(name, import.meta.url))],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
  });
  return ['--input-type=module', '--eval', outputFiles.map(({ text }) => text).join('')];
}
