import { createHomeOpener } from '../events/open-home.ts';
import { createEventSender, type EventParts } from '../events/send-event.ts';
import { createWriter } from '../events/write-message.ts';
import type { ShownFile, SlackStandIn } from '../types.ts';
import { createViewCloser } from '../views/close-view.ts';
import { createViewSubmitter } from '../views/submit-view.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { createButtonPresser } from './press-button.ts';
import { createShortcuts } from './run-shortcut.ts';
import { createSelector } from './select-option.ts';
import { createCommandSender } from './send-command.ts';
import { createTextWriter } from './type-text.ts';
import { createOfferedOptions, createTypeahead } from './typeahead.ts';

type Person = Pick<
  SlackStandIn,
  | 'sendCommand'
  | 'pressButton'
  | 'writeMessage'
  | 'runMessageShortcut'
  | 'runGlobalShortcut'
  | 'openHome'
  | 'typeahead'
  | 'select'
  | 'typeText'
  | 'pressViewButton'
  | 'submitView'
  | 'closeView'
>;

/** All that the people of the workspace can do. */
export function createPerson(parts: DeliveryParts & EventParts & { files: ShownFile[] }): Person {
  const sendEvent = createEventSender(parts);
  const offered = createOfferedOptions();
  const pressButton = createButtonPresser(parts);

  return {
    sendCommand: createCommandSender(parts),
    pressButton,
    pressViewButton: pressButton,
    ...createShortcuts(parts),
    writeMessage: createWriter({ ...parts, sendEvent }),
    openHome: createHomeOpener({ ...parts, sendEvent }),
    typeahead: createTypeahead({ ...parts, offered }),
    select: createSelector({ ...parts, offered }),
    typeText: createTextWriter(parts),
    submitView: createViewSubmitter(parts),
    closeView: createViewCloser(parts),
  };
}
