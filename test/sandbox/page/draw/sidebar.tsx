/** @jsxRuntime automatic */
import { conversations, people, titleOf } from '../places.ts';
import type { ManifestCommand, Sample } from '../types.ts';
import { BotMark, CloseIcon, HomeIcon } from './icons.tsx';
import { SampleGroups } from './samples.tsx';

interface SidebarProps {
  readonly title: string;
  readonly samples: readonly Sample[];
  readonly commands: readonly ManifestCommand[];
}

function Bulkhead({ title }: { readonly title: string }) {
  const members = [...people.map(({ name }) => titleOf(name)), title].join(', ').replace(/, ([^,]*)$/, ' and $1');
  return (
    <nav id="places" aria-label="Conversations">
      {conversations.map(({ id, name, kind, onlyFor }) => (
        <a
          key={id}
          href={`#/${id}`}
          data-place={id}
          data-kind={kind}
          data-name={name}
          data-members={kind === 'channel' ? members : `You and ${title}, nobody else`}
          data-only-for={onlyFor}
        >
          {kind === 'channel' ? (
            <span className="place-sign" aria-hidden="true">
              #
            </span>
          ) : (
            <span className="place-sign bot-sign" aria-hidden="true">
              <BotMark />
            </span>
          )}
          <span className="place-name">{name}</span>
          <span className="unread" role="img" aria-label="unread" hidden />
        </a>
      ))}
      <a href="#/home" data-place="home" data-kind="home" data-name="Home" data-members={`What ${title} has to say`}>
        <span className="place-sign" aria-hidden="true">
          <HomeIcon />
        </span>
        <span className="place-name">Home</span>
      </a>
    </nav>
  );
}

function ActAs() {
  return (
    <fieldset id="act-as">
      <legend>Act as</legend>
      {people.map((person, index) => (
        <label key={person.id}>
          <input type="radio" name="person" value={person.id} defaultChecked={index === 0} />
          <span>{titleOf(person.name)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The drawer beside the conversation: what this is, where one can go, who one is, and what to try. */
export function Sidebar({ title, samples, commands }: SidebarProps) {
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
      <Bulkhead title={title} />
      <ActAs />
      <nav id="samples" aria-label="Sample inputs">
        <SampleGroups samples={samples} commands={commands} />
      </nav>
      <p className="local-only">A stand-in for Slack, on this machine alone. No workspace hears of it.</p>
    </aside>
  );
}
