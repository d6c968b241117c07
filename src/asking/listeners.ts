import * as z from 'zod';
import type { Resources } from '../command.ts';
import { cleanInput } from '../reading/characters.ts';
import type { Routes } from '../slack/routes.ts';
import { ask } from './ask.ts';
import { commands } from './commands.ts';

const typedText = z.object({ text: z.string() });

/** `/txn`, `/tsq`, `/bank`, each with the suffix: one slash command per command, with ephemeral answers. */
export function registerSlashCommands(routes: Routes, resources: Resources): void {
  const { slash: syntax } = resources.presentation.names;
  for (const command of commands) {
    const route = {
      command,
      value: typedText,
      isTyped: true,
      text: ({ text }: z.infer<typeof typedText>) => cleanInput(text),
    };
    routes.command(syntax.write(command.name), route, ({ text }, request) =>
      ask({ command, text, audience: 'asker', syntax }, request, resources),
    );
  }
}

const carriedText = z.object({ value: z.string().max(2000) });

/** "Try Again", "Did you mean": each button runs its command as if the person had typed it. */
export function registerRunButtons(routes: Routes, resources: Resources): void {
  const { slash: syntax } = resources.presentation.names;
  for (const command of commands) {
    const route = { command, value: carriedText, text: ({ value: text }: z.infer<typeof carriedText>) => text };
    routes.action(`${command.name}:run`, route, ({ value: text }, request) =>
      ask({ command, text, audience: 'asker', syntax }, request, resources),
    );
  }
}
