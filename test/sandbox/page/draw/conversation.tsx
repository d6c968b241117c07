/** @jsxRuntime automatic */
import type { ReactNode } from 'react';
import type { ManifestCommand, Sample } from '../types.ts';
import { BotMark, SamplesIcon, ThemeIcon, WarningIcon } from './icons.tsx';
import { inputOf, SampleButton } from './sidebar.tsx';

function ChannelHeader({ title }: { readonly title: string }) {
  return (
    <header className="channel">
      <button type="button" className="icon-button" id="open-sidebar" aria-label="Open samples" aria-controls="sidebar">
        <SamplesIcon />
      </button>
      <div className="channel-name">
        <h1>
          <span className="channel-sign" aria-hidden="true">
            #
          </span>{' '}
          payments-support
        </h1>
        <p className="channel-members">You and {title}</p>
      </div>
      <p id="connection" role="status" />
      <button type="button" id="breach-count" popoverTarget="breach-list" data-count="0">
        <WarningIcon />
        <span>No breaches</span>
      </button>
      <section id="breach-list" popover="auto" aria-label="Breaches">
        <h2>What Slack would refuse</h2>
        <p className="no-breaches">Every message is held against Slack’s limits. Nothing broke one so far.</p>
        <ol />
      </section>
      <button type="button" className="icon-button" id="theme" aria-label="Dark theme" aria-pressed="false">
        <ThemeIcon />
      </button>
    </header>
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
      <ChannelHeader title={title} />
      <div id="scroller">
        <div id="messages" role="log" aria-label="Conversation" />
        <section className="empty">
          <h2>Ask {title} something</h2>
          <p>
            Type <kbd>/</kbd> to see what it knows{firstSamples.length > 0 && ', or start with one of these'}. It
            answers as it would in Slack.
          </p>
          <div className="first-samples">
            {firstSamples.map((sample) => (
              <SampleButton key={sample.command} sample={sample} shown={inputOf(sample)} />
            ))}
          </div>
        </section>
        <div id="waiting" role="status" hidden>
          <span className="avatar" data-author="bot" aria-hidden="true">
            <BotMark />
          </span>
          <p>
            {title} is on it
            <span className="dots" aria-hidden="true" />
          </p>
        </div>
      </div>
      <button type="button" id="newest" hidden>
        New messages
      </button>
      {children}
      <noscript>This page needs JavaScript.</noscript>
    </main>
  );
}
