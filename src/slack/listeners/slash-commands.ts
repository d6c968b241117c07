import * as z from 'zod';
import { commands } from '../../commands/index.ts';
import type { Resources } from '../../commands/inquire.ts';
import { cleanInput } from '../../reading/clean-input.ts';
import { ask } from './ask.ts';
import type { Routes } from './routes.ts';

const value = z.object({ text: z.string() });

/** `/txn`, `/tsq`, `/bank`, each with the suffix: one slash command per command, with ephemeral answers. */
export function registerSlashCommands(routes: Routes, resources: Resources): void {
  const { slash: spelling } = resources.presentation.names;
  for (const command of commands) {
    const door = { command, value, isTyped: true, text: ({ text }: z.infer<typeof value>) => cleanInput(text) };
    routes.command(spelling.write(command.name), door, ({ text }, exchange) =>
      ask({ command, text, audience: 'asker', spelling }, exchange, resources),
    );
  }
}
