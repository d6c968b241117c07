import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run test:nodes`: `npm test` on each Node that txnbot runs on. The binaries come from npm's registry, where each
 * platform has a package of its own, and stay in `test/output/nodes`. `npm run test:nodes -- 24` tries that one alone.
 */
const majors = process.argv.length > 2 ? process.argv.slice(2) : ['20.19', '22', '24', '26'];
const packageName = `node-${process.platform}-${process.arch}`;
const nodes = fileURLToPath(new URL('../output/nodes', import.meta.url));
const quietly = ['--loglevel=error', '--no-fund', '--no-audit', '--no-save'];

const outcomes = majors.map((major) => {
  const prefix = path.join(nodes, major);
  execFileSync('npm', ['install', ...quietly, '--prefix', prefix, `${packageName}@${major}`], { stdio: 'inherit' });
  const bin = path.join(prefix, 'node_modules', packageName, 'bin');
  const { status } = spawnSync('npm', ['test'], {
    stdio: 'inherit',
    env: { ...process.env, PATH: [bin, process.env.PATH].join(path.delimiter) },
  });
  return `Node ${major}: ${status === 0 ? 'passed' : 'failed'}`;
});
console.log(`\n${outcomes.join('\n')}`);
process.exit(outcomes.some((outcome) => outcome.endsWith('failed')) ? 1 : 0);
