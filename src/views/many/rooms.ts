/** How much may stand in a table and under it. */
export interface Room {
  /** Of a status, in characters. */
  statusMax: number;
  /** Of a bank's name and code together, in characters. */
  bankMax: number;
  /** Of what names a row, in characters. */
  nameMax: number;
  /** Whether there is room for times in the reader's zone: one takes three times as much as one in UTC. */
  hasZones: boolean;
  /** Whether there is room for amounts that Slack sorts by value. */
  hasNumbers: boolean;
  /** Whether there is room for what the records of requeries said: in the table, and on the buttons under it. */
  hasRecorded: boolean;
  /** How many rows can be opened. */
  openable: number;
  /** How many buttons there is no room for. */
  dropped: number;
}

const whole: Room = {
  statusMax: 48,
  bankMax: 48,
  nameMax: 48,
  hasZones: true,
  hasNumbers: true,
  hasRecorded: true,
  openable: 25,
  dropped: 0,
};
const inUtc: Room = { ...whole, hasZones: false };
const narrow: Room = { ...inUtc, statusMax: 32, bankMax: 24 };
const unopened: Room = { ...narrow, openable: 0 };
const narrowest: Room = { ...unopened, bankMax: 16, hasNumbers: false };

const unrecorded: Room = { ...narrowest, hasRecorded: false };

/**
 * The most first. What can be done outlasts the zone, the menu, the order of amounts, the ends of banks' names, and what
 * records said.
 */
export const rooms: readonly Room[] = [
  whole,
  inUtc,
  narrow,
  ...[20, 15, 10, 5].map((openable) => ({ ...narrow, openable })),
  unopened,
  narrowest,
  unrecorded,
  ...[1, 2, 3, 4, 5].map((dropped) => ({ ...unrecorded, dropped })),
];

export const leastRoom: Room = { ...unrecorded, statusMax: 16, nameMax: 24, dropped: 5 };
