import packageJson from '../package.json' with { type: 'json' };

/**
 * The bundle's entry: refuses a Node that is older than package.json's `engines` before anything
 * else is loaded. An older one would start, and fail at the first question.
 */
const needed = packageJson.engines.node.replace('>=', '');
const isTooOld = process.versions.node.localeCompare(needed, 'en', { numeric: true }) < 0;
if (isTooOld) {
  console.error(
    `txnbot cannot start: it needs Node ${needed} or later, and this is Node ${process.versions.node}.`,
  );
  process.exit(1);
}
await import('../src/main.ts');
