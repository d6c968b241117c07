import type { ShownMessage, SlackStandIn } from 'slack-sandbox';

export interface Answers {
  /** The next answer that this person gets, or undefined after so long; a line that says to wait is none. */
  next(userId: string, withinMs: number): Promise<ShownMessage | undefined>;
  close(): void;
}

/** Watches what people are shown. */
export function createAnswers(slack: SlackStandIn): Answers {
  const waiting = new Map<string, (answer: ShownMessage) => void>();
  const close = slack.subscribe(() => {
    const latest = slack.messages.at(-1);
    if (latest?.author === 'bot' && !latest.text.startsWith('Still ')) waiting.get(latest.visibleTo ?? '')?.(latest);
  });
  return {
    next: (userId, withinMs) =>
      new Promise((resolve) => {
        const end = (answer?: ShownMessage) => {
          clearTimeout(timer);
          waiting.delete(userId);
          resolve(answer);
        };
        const timer = setTimeout(end, withinMs);
        waiting.set(userId, end);
      }),
    close,
  };
}
