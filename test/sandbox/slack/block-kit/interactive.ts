import { slackLimits } from '../slack-limits.ts';
import { characters, plainText } from './text-objects.ts';

/** What every element that a person can use may have. */
export const interactive = { action_id: characters(slackLimits.id).optional() };

export const placeholder = plainText(slackLimits.select.placeholder).optional();
