import { createEventSender, createHomeOpener, type EventParts } from '../events/send-event.ts';
import { createWriter } from '../events/write-message.ts';
import type { ShownFile } from '../types.ts';
import { createViewCloser, createViewSubmitter } from '../views/submit-view.ts';
import type { DeliveryParts } from './interaction.ts';
import { createCommandSender, createShortcuts } from './send-command.ts';
import {
  createButtonPresser,
  createOfferedOptions,
  createSelector,
  createTextWriter,
  createTypeahead,
} from './use-element.ts';

/** All that the people of the workspace can do. */
export function createPerson(parts: DeliveryParts & EventParts & { files: ShownFile[] }) {
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
