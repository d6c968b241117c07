import type { Resources } from '../../commands/inquire.ts';
import { registerBankPicker } from './bank-picker.ts';
import { registerCardButtons } from './card-buttons.ts';
import { registerHome } from './home.ts';
import { registerManyButtons } from './many-buttons.ts';
import { registerMentions } from './mentions.ts';
import { registerMessageShortcut } from './message-shortcut.ts';
import type { Routes } from './routes.ts';
import { registerRunButtons } from './run-buttons.ts';
import { registerSlashCommands } from './slash-commands.ts';
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
