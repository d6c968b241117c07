import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { PageSettings, Person, Sample } from '../types.ts';
import { Composer } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { deliver } from './deliver.ts';
import { Each } from './each.ts';
import { Icon } from './icons.tsx';
import { markRead, seenBy, unreadKey, useLive, viewsOf } from './live.ts';
import { MenuButton } from './menu.tsx';
import { PageContext, titleOf, usePage } from './page-context.ts';
import { inputOf, type Place, SampleButton, Sidebar } from './sidebar.tsx';
import { Thread } from './thread.tsx';
import { Home, Modals } from './views.tsx';

/** The whole page: who one is, what is open, and what the bot says there. */
export function App({ settings }: { readonly settings: PageSettings }) {
  const { messages, statuses, views, connection } = useLive();
  const [person, actAs] = usePerson(settings);
  const places = placesOf(settings, person);
  const place = usePlace(places);
  const [threadTs, setThreadTs] = useState<string>();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const replyField = useRef<HTMLTextAreaElement>(null);
  const drawerButton = useRef<HTMLButtonElement>(null);
  const isUnreadElsewhere = useUnreadElsewhere(person, places);
  const isNarrow = useMedia('(max-width: 860px)');
  const channelId = place.kind === 'home' ? undefined : place.id;
  const seen = seenBy(messages, person.id, place.id);
  const asker = { userId: person.id, ...(channelId !== undefined && { channelId }) };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a thread belongs to the person and the place that it was opened in
  useEffect(() => setThreadTs(undefined), [person.id, place.id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever comes where one is, one has seen
  useEffect(() => markRead(person.id, place.id), [person.id, place.id, messages]);
  useEffect(() => {
    document.title = `${place.name} · ${settings.title} sandbox`;
    document.body.toggleAttribute('data-ready', connection === 'live');
    document.body.toggleAttribute('data-sidebar', isDrawerOpen);
  });
  useEffect(() => {
    // On a phone the focus would bring up the keyboard.
    if (matchMedia('(hover: hover)').matches) field.current?.focus();
  }, []);
  useEffect(() => {
    const switchPlace = (event: KeyboardEvent) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!event.altKey || step === undefined || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      location.hash = `/${places.at((places.indexOf(place) + step) % places.length)?.id}`;
    };
    addEventListener('keydown', switchPlace);
    return () => removeEventListener('keydown', switchPlace);
  });

  async function say(
    text: string,
    where: object = {},
    files: readonly object[] = [],
  ): Promise<boolean> {
    const spot = 'threadTs' in where ? 'thread' : 'conversation';
    const answer = text.startsWith('/')
      ? await deliver('/commands', { ...asker, input: text, ...where }, spot)
      : await deliver('/messages', { ...asker, text, files, ...where }, spot);
    return answer !== undefined;
  }

  function trySample(sample: Sample) {
    setDrawerOpen(false);
    const to = { userId: person.id, channelId: channelId ?? settings.conversations[0]?.id };
    // Leaves the Home tab for where one can write.
    if (channelId === undefined) location.hash = `/${to.channelId}`;
    const kind = sample.kind ?? 'command';
    if (kind === 'alert')
      void deliver('/alerts', { ...to, sample: settings.samples.indexOf(sample) }, 'conversation');
    else
      void say(inputOf(sample), {
        ...to,
        ...(kind !== 'command' && threadTs !== undefined && { threadTs }),
      });
  }

  function closeDrawer() {
    setDrawerOpen(false);
    if (isNarrow) drawerButton.current?.focus();
  }

  const completions = completionsOf(settings);
  const globalShortcuts = settings.shortcuts
    .filter(({ type }) => type === 'global')
    .map(({ name, callback_id: callbackId, description }) => ({
      label: name,
      note: description,
      act: () => void deliver('/global-shortcuts', { ...asker, callbackId }, 'conversation'),
    }));
  const own = viewsOf(views, person.id);
  return (
    <PageContext value={{ settings, person, deliver, openThread: setThreadTs }}>
      <Sidebar
        {...{ places, place, actAs }}
        send={trySample}
        isInert={isNarrow && !isDrawerOpen}
        close={closeDrawer}
      />
      {isDrawerOpen && <div className="drawer-shade" onPointerDown={closeDrawer} />}
      <main className="column" inert={isNarrow && threadTs !== undefined}>
        <header className="bar row">
          <button
            type="button"
            className="tile quiet narrow"
            ref={drawerButton}
            aria-label="Open samples"
            aria-controls="sidebar"
            aria-expanded={isDrawerOpen}
            onClick={() => setDrawerOpen(true)}
          >
            <Icon of="samples" />
            {isUnreadElsewhere && <span className="unread" />}
          </button>
          <div className="grow">
            <h1 className="clip">
              {place.kind === 'channel' && (
                <span className="muted" aria-hidden="true">
                  #{' '}
                </span>
              )}
              {place.name}
            </h1>
            <p className="clip note">{place.members}</p>
          </div>
          <p id="connection" role="status">
            {connection === 'lost' && 'Looking for the sandbox…'}
          </p>
          <Checks />
        </header>
        {place.kind === 'home' ? (
          <Home view={own.findLast(({ type }) => type === 'home')} />
        ) : (
          <Conversation key={`${person.id} ${place.id}`} messages={seen} field={field}>
            <Empty send={trySample} />
          </Conversation>
        )}
        <div hidden={place.kind === 'home'}>
          <Composer
            id="compose"
            spot="conversation"
            label="Message"
            placeholder="Write, or type / for commands"
            completions={completions}
            hint={
              <>
                <kbd>Enter</kbd> sends · <kbd>↑</kbd> brings the last one back
              </>
            }
            field={field}
            send={(text, files) => say(text, {}, files)}
          >
            {globalShortcuts.length > 0 && (
              <MenuButton label="Shortcuts" items={globalShortcuts}>
                <Icon of="shortcut" />
              </MenuButton>
            )}
          </Composer>
        </div>
      </main>
      {threadTs !== undefined && channelId !== undefined && (
        <Thread
          key={threadTs}
          placeName={place.name}
          messages={seen.filter((each) => (each.threadTs ?? each.ts) === threadTs)}
          status={
            statuses.find((each) => each.threadTs === threadTs && each.channelId === channelId)
              ?.text
          }
          completions={completions.filter(({ inserts }) => inserts.startsWith('@'))}
          field={replyField}
          send={(text, files) => say(text, { threadTs }, files)}
          close={() => setThreadTs(undefined)}
        />
      )}
      <Modals views={own.filter(({ type }) => type === 'modal')} />
    </PageContext>
  );
}

function completionsOf({ commands, users, people, botUserId }: PageSettings) {
  const mentionable = users.filter(
    ({ id }) => id === botUserId || people.some((person) => person.id === id),
  );
  return [
    ...commands.map(({ command, usage_hint: usage, description }) => ({
      inserts: command,
      usage,
      description,
    })),
    ...mentionable.map(({ id, name }) => ({
      inserts: `@${name}`,
      usage: '',
      description: id === botUserId ? 'The app' : 'A person',
    })),
  ];
}

function placesOf({ conversations, people, title }: PageSettings, person: Person): Place[] {
  const names = people.map(({ name }) => titleOf(name));
  const members = listed([...names, title]);
  const withoutBot = `${listed(names)} (${title} is no member)`;
  const own = conversations.filter(({ onlyFor }) => onlyFor === undefined || onlyFor === person.id);
  return [
    ...own.map(({ id, kind, name, isWithoutBot }) => {
      const inChannel = isWithoutBot ? withoutBot : members;
      const shown = kind === 'channel' ? inChannel : `You and ${title}, nobody else`;
      return { id, kind, name, members: shown };
    }),
    { id: 'home', kind: 'home', name: 'Home', members: `What ${title} has to say` },
  ];
}

const listed = (names: readonly string[]) => names.join(', ').replace(/, ([^,]*)$/, ' and $1');

/** Who is at the page, which the tab remembers. */
function usePerson({ people }: PageSettings): [Person, (person: Person) => void] {
  const [first = { id: '', name: '' }] = people;
  const [id, setId] = useState(() => sessionStorage.getItem('person') ?? first.id);
  const actAs = (person: Person) => {
    sessionStorage.setItem('person', person.id);
    setId(person.id);
  };
  return [people.find((person) => person.id === id) ?? first, actAs];
}

function usePlace(places: readonly Place[]): Place {
  const hash = useSyncExternalStore(
    (listener) => {
      addEventListener('hashchange', listener);
      return () => removeEventListener('hashchange', listener);
    },
    () => location.hash,
  );
  const [first = { id: '', kind: 'home', name: '', members: '' }] = places;
  return places.find(({ id }) => `#/${id}` === hash) ?? first;
}

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

function useUnreadElsewhere(person: Person, places: readonly Place[]): boolean {
  const { unread } = useLive();
  return places.some(({ id }) => unread.has(unreadKey(person.id, id)));
}

/** What a developer looks at, behind one switch; what is wrong stands out either way. */
function Checks() {
  const { breaches } = useLive();
  const { length } = breaches;
  const [isOn, setOn] = useState(() => localStorage.getItem('checks') === 'on');
  useEffect(() => {
    document.documentElement.dataset.checks = isOn ? 'on' : 'off';
    localStorage.setItem('checks', isOn ? 'on' : 'off');
  }, [isOn]);
  return (
    <>
      <button
        type="button"
        id="breach-count"
        className={length === 0 ? 'press check' : 'press warned'}
        popoverTarget="breach-list"
      >
        {length === 0
          ? 'Check: no breaches'
          : `⚠ ${length} ${length === 1 ? 'breach' : 'breaches'}`}
      </button>
      <section id="breach-list" className="panel pad" popover="auto" aria-label="Breaches">
        <p className="strong">What Slack would refuse</p>
        {length === 0 && (
          <p className="note">
            Every message and view is held against Slack’s limits. Nothing broke one so far.
          </p>
        )}
        <ol className="note">
          <Each of={breaches}>{(breach) => <li>{breach}</li>}</Each>
        </ol>
      </section>
      <button
        type="button"
        className="tile quiet"
        aria-label="Developer checks"
        aria-pressed={isOn}
        title="Developer checks: JSON, acks, Slack’s rules"
        onClick={() => setOn(!isOn)}
      >
        <Icon of="checks" />
      </button>
    </>
  );
}

/** Where nothing was said so far: a sample of each command. */
function Empty({ send }: { readonly send: (sample: Sample) => void }) {
  const { title, commands, samples } = usePage().settings;
  const first = commands.flatMap(
    ({ command }) => samples.find((sample) => sample.command === command) ?? [],
  );
  return (
    <section className="empty">
      <h2>Ask {title} something</h2>
      <p className="muted">
        Type <kbd>/</kbd> to see what it knows{first.length > 0 && ', or start with one of these'}.
        It answers as it would in Slack.
      </p>
      {first.map((sample) => (
        <div key={sample.command} className="frame">
          <SampleButton sample={sample} shown={inputOf(sample)} send={send} />
        </div>
      ))}
    </section>
  );
}
