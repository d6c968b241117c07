/** @jsxRuntime automatic */
import type { ManifestCommand, Sample } from '../types.ts';

interface SampleButtonProps {
  readonly sample: Sample;
  readonly all: readonly Sample[];
  /** What it shows of the input. */
  readonly shown: string;
}

/** The whole line that a person would type. */
export const inputOf = ({ command = '', text }: Sample) => `${command} ${text}`.trim();

/** A sample as a button that sends it. */
export function SampleButton({ sample, all, shown }: SampleButtonProps) {
  return (
    <button
      type="button"
      className="sample"
      data-input={inputOf(sample)}
      data-kind={sample.kind ?? 'command'}
      data-sample={all.indexOf(sample)}
    >
      <span className="sample-title">{sample.title}</span>
      <code>{shown}</code>
    </button>
  );
}

/** Of each group, so that every group is in sight without much scrolling. */
const samplesInSight = 4;

const otherGroups = [
  { kind: 'mention', heading: 'Mentions', description: 'Into the thread, when one is open' },
  { kind: 'message', heading: 'Messages', description: 'For the shortcuts on a message' },
  { kind: 'alert', heading: 'Alerts', description: 'Another app posts them' },
] as const;

interface SampleGroupsProps {
  readonly samples: readonly Sample[];
  readonly commands: readonly ManifestCommand[];
}

function SampleList({ samples, all }: { readonly samples: readonly Sample[]; readonly all: readonly Sample[] }) {
  return (
    <ul>
      {samples.map((sample) => (
        <li key={`${sample.title}:${sample.text}`}>
          <SampleButton
            sample={sample}
            all={all}
            shown={sample.kind === 'mention' ? inputOf(sample) : sample.text || inputOf(sample)}
          />
        </li>
      ))}
    </ul>
  );
}

/** What to try: by command, then by the other ways to ask. */
export function SampleGroups({ samples, commands }: SampleGroupsProps) {
  const groups = [
    ...commands.map(({ command, usageHint, description }) => ({
      heading: command,
      usageHint,
      description,
      inGroup: samples.filter((sample) => (sample.kind ?? 'command') === 'command' && sample.command === command),
    })),
    ...otherGroups
      .map(({ kind, ...group }) => ({
        ...group,
        usageHint: '',
        inGroup: samples.filter((sample) => sample.kind === kind),
      }))
      .filter(({ inGroup }) => inGroup.length > 0),
  ];
  return groups.map(({ heading, usageHint, description, inGroup }) => (
    <section key={heading}>
      <h2>
        {heading} <span className="command-usage">{usageHint}</span>
      </h2>
      <p className="command-description">{description}</p>
      <SampleList samples={inGroup.slice(0, samplesInSight)} all={samples} />
      {inGroup.length > samplesInSight && (
        <details>
          <summary>{inGroup.length - samplesInSight} more</summary>
          <SampleList samples={inGroup.slice(samplesInSight)} all={samples} />
        </details>
      )}
    </section>
  ));
}
