import type { ShownMessage, ShownView, SlackStandIn } from 'slack-sandbox';

export interface Changes {
  messages: ShownMessage[];
  views: ShownView[];
}

/** What the bot has shown or changed from now on, whoever reads it. */
export function watchSlack(slack: SlackStandIn): () => Changes {
  const before = new Set<unknown>(
    [...slack.messages, ...slack.views].map(({ payload }) => payload),
  );
  return () => ({
    messages: slack.messages.filter(
      ({ author, payload }) => author === 'bot' && !before.has(payload),
    ),
    views: slack.views.filter(({ payload }) => !before.has(payload)),
  });
}
