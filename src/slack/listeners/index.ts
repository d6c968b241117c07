import * as z from 'zod';
import type { Resources } from '../../commands/command.ts';
import { commands } from '../../commands/index.ts';
import { cleanInput } from '../../reading/characters.ts';
import { ask } from './ask.ts';
import { registerBankPicker } from './bank-picker.ts';
import { registerCardButtons } from './card-buttons.ts';
import { registerHome } from './home.ts';
import { registerManyButtons } from './many-buttons.ts';
import { registerMentions } from './mentions.ts';
import { registerMessageShortcut } from './message-shortcut.ts';
import type { Routes } from './routes.ts';
import { registerWatchButtons } from './watch-buttons.ts';

/** Registers every door. Their common middleware is chained in `app.ts`, so it covers a new door too. */
export function registerListeners(routes: Routes, resources: Resources): void {
  registerSlashCommands(routes, resources);
  registerRunButtons(routes, resources);
  registerCardButtons(routes, resources);
  registerManyButtons(routes, resources);
  registerWatchButtons(routes, resources);
  registerMentions(routes, resources);
  registerMessageShortcut(routes, resources);
  registerBankPicker(routes, resources);
  registerHome(routes, resources);
}

const typedText = z.object({ text: z.string() });

/** `/txn`, `/tsq`, `/bank`, each with the suffix: one slash command per command, with ephemeral answers. */
function registerSlashCommands(routes: Routes, resources: Resources): void {
  const { slash: spelling } = resources.presentation.names;
  for (const command of commands) {
    const door = {
      command,
      value: typedText,
      isTyped: true,
      text: ({ text }: z.infer<typeof typedText>) => cleanInput(text),
    };
    routes.command(spelling.write(command.name), door, ({ text }, exchange) =>
      ask({ command, text, audience: 'asker', spelling }, exchange, resources),
    );
  }
}

const carriedText = z.object({ value: z.string().max(2000) });

/** "Try Again", "Did you mean": each button runs its command as if the person had typed it. */
function registerRunButtons(routes: Routes, resources: Resources): void {
  const { slash: spelling } = resources.presentation.names;
  for (const command of commands) {
    const door = { command, value: carriedText, text: ({ value: text }: z.infer<typeof carriedText>) => text };
    routes.action(`${command.name}:run`, door, ({ value: text }, exchange) =>
      ask({ command, text, audience: 'asker', spelling }, exchange, resources),
    );
  }
}
