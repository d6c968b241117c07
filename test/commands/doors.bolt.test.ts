import { expect, it } from 'vitest';
import { registerListeners } from '../../src/app.ts';
import { bank } from '../../src/banks/bank.ts';
import type { RouteOptions } from '../../src/slack/payload.ts';
import type { Register } from '../../src/slack/routes.ts';
import { doorNames, isAboutBanks } from '../support/doors.ts';
import { resourcesFor } from '../support/services.ts';

interface Declared extends Pick<RouteOptions<unknown>, 'posts' | 'isOneAtATime' | 'isOneAPerson'> {
  name: string;
  command?: unknown;
  window?: unknown;
  text?: unknown;
}

/** What the code registers, and what each door declares, read off the real registration. */
const doors: Declared[] = [];
const register =
  (kind: string): Register =>
  (name, options) =>
    void doors.push({ ...options, name: `${kind} ${name}` });
const routes = {
  command: register('command'),
  action: register('action'),
  options: register('options'),
  shortcut: register('shortcut'),
  view: register('view'),
  event: register('event'),
};
registerListeners(routes, resourcesFor('http://127.0.0.1:1'));

const those = (is: (door: Declared) => boolean) => {
  const names = doors.filter(is).map(({ name }) => name);
  return names.sort();
};

it('test/support/doors.ts lists every route', () => {
  const refusal = 'command *'; // shows nothing
  expect(those(() => true)).toEqual([...doorNames, refusal].sort());
});

it('only the routes listed here may post an answer that others read', () => {
  const posting = doors.flatMap(({ name, posts }) => (posts === undefined ? [] : [[name, posts]]));
  expect(Object.fromEntries(posting)).toEqual({
    'action batch:cancel': 'in place',
    'action tsq:refresh': 'in place',
    'action tsq:share': 'channel',
    'action txn:check': 'in place',
    'action txn:check-all': 'in place',
    'action txn:refresh': 'in place',
    'action txn:refresh-all': 'in place',
    'action txn:share': 'channel',
    'action txn:watch': 'in place',
    'event app_mention': 'thread',
    'view bank:post': 'channel',
    'view batch:share': 'channel',
    'view txn:share-all': 'channel',
  });
});

it('the clicks that may overlap, and the routes that open a window first, are listed here', () => {
  const isOneAtATime = (door: Declared) => door.isOneAtATime === true || door.isOneAPerson === true;
  const isClick = ({ name }: Declared) => /^(?:action|view) /.test(name);
  expect(those((door) => isOneAtATime(door) && !isClick(door))).toEqual([]);
  expect(those((door) => isClick(door) && !isOneAtATime(door))).toEqual([
    'action bank:pick',
    'action bank:picker',
    'action bank:run',
    'action tsq:run',
    'action txn:open',
    'action txn:run',
    'action txn:these',
    'view bank:post',
  ]);
  expect(those(({ window }) => window !== undefined)).toEqual([
    'action bank:picker',
    'action home:again',
    'action home:ask',
    'shortcut find_bank_code',
  ]);
  expect(those(({ text }) => text === undefined)).toEqual([
    'action bank:picker',
    ...['cancel', 'csv', 'requery', 'run', 'share', 'stop', 'watch'].map(
      (verb) => `action batch:${verb}`,
    ),
    'event app_home_opened',
    'shortcut find_bank_code',
    'view batch:share',
  ]);
});

it('the routes about bank codes are those whose name says so', () => {
  for (const { name, command } of doors)
    if (typeof command !== 'function') expect(command === bank, name).toBe(isAboutBanks(name));
});
