import type { Inquiry } from '../../commands/command.ts';
import { inquire, type Resources } from '../../commands/inquire.ts';
import { txn } from '../../commands/txn.ts';
import { stopWatching, watchCard } from '../../commands/watch-buttons.ts';
import { noteAsked } from './ask.ts';
import { Card } from './card-value.ts';
import type { Routes } from './routes.ts';

/** Tell Me When It Changes, and Stop Watching: for the person who clicks, wherever the button stands. */
export function registerWatchButtons(routes: Routes, resources: Resources): void {
  const { slash: spelling } = resources.presentation.names;
  const text = ({ reference }: { reference: string }) => reference;
  const door = { command: txn, value: Card, text, isOneAtATime: true };
  const register = <Found>(name: string, inquiry: Inquiry<string, Found>) =>
    routes.action(name, door, async ({ reference }, exchange) => {
      const alone = { audience: 'asker', spelling } as const;
      noteAsked({ command: txn, text: reference, ...alone }, exchange);
      const reader = { asker: exchange.asker, canShare: exchange.canShare, ...alone };
      return { reply: await inquire(inquiry, reference, reader, resources) };
    });
  register('txn:watch', watchCard);
  register('watch:stop', stopWatching);
}
