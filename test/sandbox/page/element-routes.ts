import { z } from 'zod';
import { createJsonPost } from './json-post.ts';
import { outcomeOf } from './post-routes.ts';
import type { SlackForPage } from './types.ts';

const element = {
  userId: z.string().exactOptional(),
  channelId: z.string().exactOptional(),
  blockId: z.string().exactOptional(),
  actionId: z.string(),
};
const inMessage = z.object({ ...element, messageId: z.string() });
const inView = z.object({ ...element, viewId: z.string() });
const viewSchema = z.object({ userId: z.string().exactOptional(), viewId: z.string() });
const option = z.union([
  z.object({ text: z.string(), value: z.string(), description: z.string().exactOptional() }),
  z.object({ conversation: z.string() }),
]);
const selectionSchema = z.union([inMessage.extend({ option }), inView.extend({ option })]);
const typeaheadSchema = z.union([inMessage.extend({ value: z.string() }), inView.extend({ value: z.string() })]);

/** What a person can do with the elements of messages and views, as routes. */
export function createElementRoutes(slack: SlackForPage) {
  const errorsOf = (viewId: string) => slack.views.find(({ id }) => id === viewId)?.errors ?? {};

  return {
    'POST /presses': createJsonPost(z.union([inMessage, inView]), async (place) =>
      outcomeOf(await ('viewId' in place ? slack.pressViewButton(place) : slack.pressButton(place))),
    ),
    'POST /selections': createJsonPost(selectionSchema, async (choice) => {
      const delivery = await slack.select(choice);
      return delivery ? outcomeOf(delivery) : { outcome: 'kept' };
    }),
    'POST /texts': createJsonPost(inView.extend({ text: z.string() }), async (typed) => {
      await slack.typeText(typed);
      return { outcome: 'kept' };
    }),
    'POST /typeahead': createJsonPost(typeaheadSchema, async (typed) => {
      const { delivery, options } = await slack.typeahead(typed);
      return { ...outcomeOf(delivery), options };
    }),
    'POST /submissions': createJsonPost(viewSchema, async (input) => {
      try {
        return outcomeOf(await slack.submitView(input));
      } catch (error) {
        // An empty field is said at the field; the bot was not even asked.
        if (Object.keys(errorsOf(input.viewId)).length > 0) return { outcome: 'kept' };
        throw error;
      }
    }),
    'POST /closings': createJsonPost(viewSchema, async (input) => {
      await slack.closeView(input);
      return { outcome: 'kept' };
    }),
  };
}
