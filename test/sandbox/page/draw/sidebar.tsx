/** @jsxRuntime automatic */
import type { ManifestCommand, Sample } from '../types.ts';
import { BotMark, CloseIcon } from './icons.tsx';

/** Of each command, so that every command is in sight without scrolling. */
const samplesInSight = 4;

interface SidebarProps {
  readonly title: string;
  readonly samples: readonly Sample[];
  readonly commands: readonly ManifestCommand[];
}

interface SampleButtonProps {
  readonly sample: Sample;
  /** What it shows of the input. */
  readonly shown: string;
}

/** The whole line that a person would type. */
export const inputOf = ({ command, text }: Sample) => `${command} ${text}`.trimEnd();

/** A sample as a button that sends it. */
export function SampleButton({ sample, shown }: SampleButtonProps) {
  return (
    <button type="button" className="sample" data-input={inputOf(sample)}>
      <span className="sample-title">{sample.title}</span>
      <code>{shown}</code>
    </button>
  );
}

function SampleList({ samples }: { readonly samples: readonly Sample[] }) {
  return (
    <ul>
      {samples.map((sample) => (
        <li key={`${sample.title}:${sample.text}`}>
          <SampleButton sample={sample} shown={sample.text || sample.command} />
        </li>
      ))}
    </ul>
  );
}

/** The drawer beside the conversation: what this is, and what to try. */
export function Sidebar({ title, samples, commands }: SidebarProps) {
  const groups = commands.map((command) => ({
    command,
    inGroup: samples.filter((sample) => sample.command === command.command),
  }));
  return (
    <aside id="sidebar" aria-label="Samples">
      <div className="brand">
        <span className="avatar" data-author="bot" aria-hidden="true">
          <BotMark />
        </span>
        <p>
          <strong>{title}</strong> <span>Sandbox</span>
        </p>
        <button type="button" className="icon-button" id="close-sidebar" aria-label="Close samples">
          <CloseIcon />
        </button>
      </div>
      <nav aria-label="Sample inputs">
        {groups.map(({ command, inGroup }) => (
          <section key={command.command}>
            <h2>
              {command.command} <span className="command-usage">{command.usageHint}</span>
            </h2>
            <p className="command-description">{command.description}</p>
            <SampleList samples={inGroup.slice(0, samplesInSight)} />
            {inGroup.length > samplesInSight && (
              <details>
                <summary>{inGroup.length - samplesInSight} more</summary>
                <SampleList samples={inGroup.slice(samplesInSight)} />
              </details>
            )}
          </section>
        ))}
      </nav>
      <p className="local-only">A stand-in for Slack, on this machine alone. No workspace hears of it.</p>
    </aside>
  );
}
