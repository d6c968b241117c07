/**
 * vitest ends a worker with a SIGTERM, at which Node emits no `exit`; what the worker has started
 * would stay.
 */
if (process.listenerCount('SIGTERM') === 0) process.once('SIGTERM', () => process.exit(143));
