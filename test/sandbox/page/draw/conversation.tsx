/** @jsxRuntime automatic */
import type { ReactNode } from 'react';
import type { ManifestCommand, Sample } from '../types.ts';
import { ChannelHeader } from './channel-header.tsx';
import { inputOf, SampleButton } from './samples.tsx';
import { Waiting } from './waiting.tsx';

/** The app's Home tab, which the browser fills. */
function Home({ title }: { readonly title: string }) {
  return (
    <section id="home" aria-label="Home" hidden>
      <div id="home-view" />
      <p className="home-empty">{title} has not published a Home tab so far.</p>
      <p className="outcome" role="status" />
    </section>
  );
}

interface ConversationProps {
  readonly title: string;
  readonly samples: readonly Sample[];
  readonly commands: readonly ManifestCommand[];
  readonly children: ReactNode;
}

/** The conversation: its header, its messages and, as children, the composer. */
export function Conversation({ title, samples, commands, children }: ConversationProps) {
  const firstSamples = commands.flatMap(({ command }) => samples.find((sample) => sample.command === command) ?? []);
  return (
    <main>
      <ChannelHeader />
      <div id="scroller" className="scroller">
        <div id="messages" role="log" aria-label="Conversation" />
        <section className="empty">
          <h2>Ask {title} something</h2>
          <p>
            Type <kbd>/</kbd> to see what it knows{firstSamples.length > 0 && ', or start with one of these'}. It
            answers as it would in Slack.
          </p>
          <div className="first-samples">
            {firstSamples.map((sample) => (
              <SampleButton key={sample.command} sample={sample} all={samples} shown={inputOf(sample)} />
            ))}
          </div>
        </section>
        <Waiting title={title} id="waiting" />
      </div>
      <button type="button" id="newest" hidden>
        New messages
      </button>
      <Home title={title} />
      {children}
      <noscript>This page needs JavaScript.</noscript>
    </main>
  );
}
