import { describe, expect, it } from 'vitest';
import { registerListeners } from '../../src/app.ts';
import type { Register } from '../../src/slack/routes.ts';
import { doorNames, isAboutBanks } from '../support/doors.ts';
import { resourcesFor } from '../support/services.ts';

interface Declared {
  name: string;
  posts: string | undefined;
  command: string | undefined;
  isOneAtATime: boolean;
  hasWindow: boolean;
  saysWhatIsAsked: boolean;
}

/** What the code registers, and what each door declares, read off the real registration. */
function registered(): Declared[] {
  const doors: Declared[] = [];
  const register =
    (kind: string): Register =>
    (name, { posts, command, isOneAPerson = false, isOneAtATime = isOneAPerson, window, text }) => {
      const known = typeof command === 'function' ? 'by its words' : command?.name;
      const declared = { isOneAtATime, hasWindow: window !== undefined, saysWhatIsAsked: text !== undefined };
      doors.push({ name: `${kind} ${name}`, posts, command: known, ...declared });
    };
  const routes = {
    command: register('command'),
    action: register('action'),
    options: register('options'),
    shortcut: register('shortcut'),
    view: register('view'),
    event: register('event'),
  };
  registerListeners(routes, resourcesFor('http://127.0.0.1:1'));
  return doors;
}

describe('every door', () => {
  const doors = registered();
  const those = (is: (door: Declared) => boolean) => {
    const names = doors.filter(is).map(({ name }) => name);
    return names.sort();
  };

  it('is listed here', () => {
    expect(those(() => true)).toEqual([...doorNames].sort());
  });

  it('declares where everybody may read its answer, and hardly any does', () => {
    const posting = doors.flatMap(({ name, posts }) => (posts === undefined ? [] : [[name, posts]]));
    expect(Object.fromEntries(posting)).toEqual({
      'action batch:cancel': 'in place',
      'action tsq:refresh': 'in place',
      'action tsq:share': 'channel',
      'action txn:refresh': 'in place',
      'action txn:refresh-all': 'in place',
      'action txn:share': 'channel',
      'action txn:share-all': 'channel',
      'action txn:watch': 'in place',
      'event app_mention': 'thread',
      'view bank:post': 'channel',
      'view batch:share': 'channel',
      'view txn:share-all': 'channel',
    });
  });

  it('declares what runs one at a time, opens a window first, and has nothing to say of what is asked', () => {
    const isClick = ({ name }: Declared) => /^(?:action|view) /.test(name);
    expect(those((door) => door.isOneAtATime && !isClick(door))).toEqual([]);
    expect(those((door) => isClick(door) && !door.isOneAtATime)).toEqual([
      ...['action bank:pick', 'action bank:picker', 'action bank:run', 'action tsq:run', 'action txn:open'],
      ...['action txn:run', 'action txn:these', 'view bank:post'],
    ]);
    expect(those(({ hasWindow }) => hasWindow)).toEqual([
      'action bank:picker',
      'action home:again',
      'action home:ask',
      'shortcut find_bank_code',
    ]);
    expect(those(({ saysWhatIsAsked }) => !saysWhatIsAsked)).toEqual([
      'action bank:picker',
      ...['cancel', 'csv', 'requery', 'run', 'share', 'stop', 'watch'].map((verb) => `action batch:${verb}`),
      'event app_home_opened',
      'shortcut find_bank_code',
      'view batch:share',
    ]);
  });

  it('is about bank codes where its name says so, and else about transfers', () => {
    for (const { name, command } of doors)
      if (command !== 'by its words') expect([name, command === 'bank']).toEqual([name, isAboutBanks(name)]);
  });
});
