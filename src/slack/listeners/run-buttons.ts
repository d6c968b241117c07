import * as z from 'zod';
import { commands } from '../../commands/index.ts';
import type { Resources } from '../../commands/inquire.ts';
import { ask } from './ask.ts';
import type { Routes } from './routes.ts';

const value = z.object({ value: z.string().max(2000) });

/** "Try Again", "Did you mean": each button runs its command as if the person had typed it. */
export function registerRunButtons(routes: Routes, resources: Resources): void {
  const { slash: spelling } = resources.presentation.names;
  for (const command of commands) {
    const door = { command, value, text: ({ value: text }: z.infer<typeof value>) => text };
    routes.action(`${command.name}:run`, door, ({ value: text }, exchange) =>
      ask({ command, text, audience: 'asker', spelling }, exchange, resources),
    );
  }
}
