import type { Directory } from '../directory.ts';
import type { MessageLog } from '../messages/message-log.ts';
import type { ResponseUrls } from '../response-url/response-urls.ts';
import type { TriggerIds } from '../trigger-ids.ts';
import type { Views } from '../views/views.ts';
import type { Deliver } from './reception.ts';

/** What all that a person does is made of. */
export interface DeliveryParts {
  readonly log: MessageLog;
  readonly views: Views;
  readonly responseUrls: ResponseUrls;
  readonly triggerIds: TriggerIds;
  readonly directory: Directory;
  readonly deliver: Deliver;
  /** The deprecated token that still is in every payload. */
  readonly verificationToken: string;
}
