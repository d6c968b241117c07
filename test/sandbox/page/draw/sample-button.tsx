/** @jsxRuntime automatic */
import type { Sample } from '../types.ts';

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
