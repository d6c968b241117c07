import type { Services } from '../../services.ts';
import { registerBankPicker } from './bank-picker.ts';
import { registerCardButtons } from './card-buttons.ts';
import { registerHome } from './home.ts';
import { registerTriageButtons } from './many-buttons.ts';
import { registerMentions } from './mentions.ts';
import { registerMessageShortcut } from './message-shortcut.ts';
import type { Dispatch } from './routes.ts';
import { registerRunButtons } from './run-buttons.ts';
import { registerSlashCommands } from './slash-commands.ts';

/** Every door. What they have in common stands before them, in `app.ts`, and so holds for a new one too. */
export function registerListeners(dispatch: Dispatch, services: Services): void {
  registerSlashCommands(dispatch, services);
  registerRunButtons(dispatch, services);
  registerCardButtons(dispatch, services);
  registerTriageButtons(dispatch, services);
  registerMentions(dispatch, services);
  registerMessageShortcut(dispatch, services);
  registerBankPicker(dispatch, services);
  registerHome(dispatch, services);
}
