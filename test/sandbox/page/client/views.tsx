import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { PageView } from '../types.ts';
import { Blocks } from './blocks.tsx';
import { Outcome } from './conversation.tsx';
import { useActivity } from './deliver.ts';
import { ElementContext, type Surroundings, useSurroundings } from './element-context.ts';
import { Icon } from './icons.tsx';
import { Breaches, Origin } from './message.tsx';
import { usePage } from './page-context.ts';

const firstToUse = [
  '.view-blocks :is(input, select, textarea)',
  '.view-foot [type=submit]',
  '.view-blocks button',
  '.view-foot button',
];

/**
 * The windows of whoever is at the page, one on top of the other; the topmost is the one in sight.
 */
export function Modals({ views }: { readonly views: readonly PageView[] }) {
  return views.map((view, at) => (
    <View key={view.id} view={view} spot={view.id}>
      <Modal view={view} isCovered={at < views.length - 1} />
    </View>
  ));
}

/** The app's Home tab. The bot hears that it was opened each time that it is. */
export function Home({ view }: { readonly view: PageView | undefined }) {
  const { settings, person, deliver } = usePage();
  useEffect(() => {
    void deliver('/homes', { userId: person.id }, 'home');
  }, [person, deliver]);
  return (
    <section id="home" className="scroll" aria-label="Home">
      {view ? (
        <View key={view.id} view={view} spot="home">
          <div className="view">
            <ViewBody view={view} />
          </div>
        </View>
      ) : (
        <p className="muted">{settings.title} has not published a Home tab so far.</p>
      )}
      <Outcome spot="home" />
    </section>
  );
}

interface ViewProps {
  readonly view: PageView;
  readonly spot: string;
  readonly children: React.ReactNode;
}

/** What the elements of a view share. */
function View({ view, spot, children }: ViewProps) {
  const [drafts] = useState(() => new Map<string, object>());
  const { id, state, errors } = view;
  const surroundings: Surroundings = { owner: { viewId: id }, spot, values: state, errors, drafts };
  return <ElementContext value={surroundings}>{children}</ElementContext>;
}

function ViewBody({ view }: { readonly view: PageView }) {
  return (
    <div className="view-body scroll">
      <div className="view-blocks rich">
        <Blocks blocks={view.blocks} />
      </div>
      <Breaches of="view" breaches={view.breaches} />
      <Origin payload={view.payload} via={view.callbackId || view.type} />
    </div>
  );
}

function Modal({ view, isCovered }: { readonly view: PageView; readonly isCovered: boolean }) {
  const { id, title, submit } = view;
  const { deliver, person } = usePage();
  const { sendDrafts } = useSurroundings();
  const { open } = useActivity(id);
  const dialog = useRef<HTMLDialogElement>(null);
  const [isSubmitting, setSubmitting] = useState(false);
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    const first = firstToUse
      .map((selector) => dialog.current?.querySelector<HTMLElement>(selector))
      .find(Boolean);
    first?.focus();
    return () => {
      // What lies under the window stays where it is.
      if (opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true });
    };
  }, []);
  const which = { userId: person.id, viewId: id };
  // It closes when the stand-in says so, like every other change of it.
  const close = () => void deliver('/closings', which, id);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isSubmitting) return;
    setSubmitting(true);
    await sendDrafts();
    await deliver('/submissions', which, id);
    setSubmitting(false);
  }

  return (
    <dialog
      ref={dialog}
      className={isCovered ? 'panel modal covered' : 'panel modal'}
      aria-label={title}
      aria-busy={open > 0 || undefined}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        close();
      }}
    >
      <form className="view column grow" autoComplete="off" noValidate onSubmit={onSubmit}>
        <header className="bar row">
          <h2 className="grow">{title}</h2>
          <button type="button" className="tile quiet" aria-label="Dismiss" onClick={close}>
            <Icon of="close" />
          </button>
          {open > 0 && <progress aria-label="The bot is asked" />}
        </header>
        <ViewBody view={view} />
        <footer className="view-foot foot row">
          <div className="grow note">
            <Outcome spot={id} />
          </div>
          <button type="button" className="press" onClick={close}>
            {view.close ?? 'Close'}
          </button>
          {submit !== undefined && (
            <button type="submit" className="press primary" aria-busy={isSubmitting || undefined}>
              {submit}
            </button>
          )}
        </footer>
      </form>
    </dialog>
  );
}
