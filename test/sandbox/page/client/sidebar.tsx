import type { Person, Sample } from '../types.ts';
import { Icon } from './icons.tsx';
import { unreadKey, useLive } from './live.ts';
import { BotPicture } from './message.tsx';
import { titleOf, usePage } from './page-context.ts';

/** Something that one can open: a conversation by its id, or the Home tab. */
export interface Place {
  readonly id: string;
  readonly kind: 'channel' | 'direct' | 'home';
  readonly name: string;
  /** Under its name at the head of the page. */
  readonly members: string;
}

interface SidebarProps {
  readonly places: readonly Place[];
  readonly place: Place;
  readonly actAs: (person: Person) => void;
  readonly send: (sample: Sample) => void;
  readonly isInert: boolean;
  readonly close: () => void;
}

/**
 * The drawer beside the conversation: what this is, where one can go, who one is, and what to try.
 */
export function Sidebar({ places, place, actAs, send, isInert, close }: SidebarProps) {
  const { settings, person } = usePage();
  return (
    <aside
      id="sidebar"
      className="column"
      aria-label="Samples"
      inert={isInert}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <div className="bar row">
        <BotPicture />
        <div className="grow">
          <h2>{settings.title}</h2>
          <p className="note">Sandbox</p>
        </div>
        <button
          type="button"
          className="tile quiet narrow"
          aria-label="Close samples"
          onClick={close}
        >
          <Icon of="close" />
        </button>
      </div>
      <Places places={places} place={place} onOpen={close} />
      <fieldset id="act-as" className="frame row" aria-label="Act as">
        <span className="note">Act as</span>
        {settings.people.map((each) => (
          <label key={each.id} className="grow">
            <input
              type="radio"
              name="person"
              checked={each.id === person.id}
              onChange={() => actAs(each)}
            />
            {titleOf(each.name)}
          </label>
        ))}
      </fieldset>
      <nav id="samples" className="scroll" aria-label="Sample inputs">
        <SampleGroups send={send} />
      </nav>
      <p className="foot note">
        A stand-in for Slack, on this machine alone. No workspace hears of it.
      </p>
    </aside>
  );
}

interface PlacesProps {
  readonly places: readonly Place[];
  readonly place: Place;
  readonly onOpen: () => void;
}

function Places({ places, place, onOpen }: PlacesProps) {
  const { person } = usePage();
  const { unread } = useLive();
  return (
    <nav id="places" aria-label="Conversations">
      {places.map(({ id, kind, name }) => (
        <a
          key={id}
          className="item row"
          href={`#/${id}`}
          aria-current={id === place.id ? 'page' : undefined}
          onClick={onOpen}
        >
          <span className={kind === 'direct' ? 'sign bot' : 'sign'} aria-hidden="true">
            {kind === 'channel' ? '#' : <Icon of={kind === 'direct' ? 'bot' : 'home'} />}
          </span>
          <span className="grow clip">{name}</span>
          {unread.has(unreadKey(person.id, id)) && (
            <span className="unread" role="img" aria-label="unread" />
          )}
        </a>
      ))}
    </nav>
  );
}

/** The whole line that a person would type. */
export const inputOf = ({ command = '', text }: Sample) => `${command} ${text}`.trim();

interface SampleButtonProps {
  readonly sample: Sample;
  /** What it shows of the input. */
  readonly shown: string;
  readonly send: (sample: Sample) => void;
}

/** A sample as a button that sends it. */
export function SampleButton({ sample, shown, send }: SampleButtonProps) {
  return (
    <button
      type="button"
      className="item sample"
      data-input={inputOf(sample)}
      data-kind={sample.kind ?? 'command'}
      onClick={() => send(sample)}
    >
      <span>{sample.title}</span>
      <small className="clip">
        <code>{shown}</code>
      </small>
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

/** What to try: by command, then by the other ways to ask. */
function SampleGroups({ send }: { readonly send: (sample: Sample) => void }) {
  const { samples, commands } = usePage().settings;
  const kindOf = ({ kind = 'command' }: Sample) => kind;
  const groups = [
    ...commands.map(({ command, usage_hint: usageHint, description }) => ({
      heading: command,
      usageHint,
      description,
      inGroup: samples.filter(
        (sample) => kindOf(sample) === 'command' && sample.command === command,
      ),
    })),
    ...otherGroups.map(({ kind, heading, description }) => ({
      heading,
      usageHint: '',
      description,
      inGroup: samples.filter((sample) => sample.kind === kind),
    })),
  ].filter(({ usageHint, inGroup }) => usageHint !== '' || inGroup.length > 0);
  return groups.map(({ heading, usageHint, description, inGroup }) => (
    <section key={heading}>
      <h2>
        <strong>{heading}</strong> <span className="muted">{usageHint}</span>
      </h2>
      <p className="note">{description}</p>
      <SampleList samples={inGroup.slice(0, samplesInSight)} send={send} />
      {inGroup.length > samplesInSight && (
        <details>
          <summary>{inGroup.length - samplesInSight} more</summary>
          <SampleList samples={inGroup.slice(samplesInSight)} send={send} />
        </details>
      )}
    </section>
  ));
}

const SampleList = ({
  samples,
  send,
}: {
  samples: readonly Sample[];
  send: (sample: Sample) => void;
}) =>
  samples.map((sample) => (
    <SampleButton
      key={`${sample.title}:${sample.text}`}
      sample={sample}
      shown={sample.kind === 'mention' ? inputOf(sample) : sample.text || inputOf(sample)}
      send={send}
    />
  ));
