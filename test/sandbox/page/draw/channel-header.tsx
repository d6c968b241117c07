/** @jsxRuntime automatic */
import { conversations } from '../places.ts';
import { ChecksIcon, SamplesIcon, WarningIcon } from './icons.tsx';

/** The head of what is open; the browser writes its name there. */
export function ChannelHeader() {
  return (
    <header className="channel">
      <button type="button" className="icon-button" id="open-sidebar" aria-label="Open samples" aria-controls="sidebar">
        <SamplesIcon />
      </button>
      <div className="channel-name">
        <h1 id="place-name">{conversations[0]?.name}</h1>
        <p className="channel-members" id="place-members" />
      </div>
      <p id="connection" role="status" />
      <button type="button" id="breach-count" popoverTarget="breach-list" data-count="0">
        <WarningIcon />
        <span>Check: no breaches</span>
      </button>
      <section id="breach-list" popover="auto" aria-label="Breaches">
        <h2>What Slack would refuse</h2>
        <p className="no-breaches">Every message and view is held against Slack’s limits. Nothing broke one so far.</p>
        <ol />
      </section>
      <button
        type="button"
        className="icon-button"
        id="checks"
        aria-label="Developer checks"
        aria-pressed="false"
        title="Developer checks: JSON, acks, Slack’s rules"
      >
        <ChecksIcon />
      </button>
    </header>
  );
}
