/**
 * How long a test waits for what it tells of, in milliseconds. A sound bot gets there in a fraction of it; a machine
 * with other work to do may take seconds.
 */
export const patienceMs = 15_000;
