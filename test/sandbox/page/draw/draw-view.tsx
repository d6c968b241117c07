/** @jsxRuntime automatic */
import { renderToStaticMarkup } from 'react-dom/server';
import type { ShownView } from '../../slack/types.ts';
import { BreachNote, Origin } from './developer-notes.tsx';
import { DrawingContext } from './drawing-state.ts';
import { CloseIcon } from './icons.tsx';
import { localMarkup } from './local-markup.ts';
import { MessageBlock } from './message-block.tsx';
import { withoutShieldCharacters } from './shield.ts';

function ViewBlocks({ view }: { readonly view: ShownView }) {
  return (
    <DrawingContext value={{ values: view.state, errors: view.errors, userId: view.userId }}>
      <div className="view-blocks rich">
        {view.blocks.map((block) => (
          <MessageBlock key={JSON.stringify(block)} block={block} />
        ))}
      </div>
      <div className="view-notes">
        <BreachNote of="view" breaches={view.breaches} />
        <Origin payload={view.payload} via={view.callbackId || view.type} />
      </div>
    </DrawingContext>
  );
}

function ModalForm({ view }: { readonly view: ShownView }) {
  return (
    <form className="view" autoComplete="off" noValidate>
      <header className="view-head">
        <h2 className="view-title">{view.title}</h2>
        <button type="button" className="icon-button close-view" aria-label="Dismiss">
          <CloseIcon />
        </button>
      </header>
      <div className="view-body">
        <ViewBlocks view={view} />
      </div>
      <footer className="view-foot">
        <p className="outcome" role="status" />
        <button type="button" className="press close-view">
          {view.close ?? 'Close'}
        </button>
        {view.submit !== undefined && (
          <button type="submit" className="press" data-style="primary">
            {view.submit}
          </button>
        )}
      </footer>
    </form>
  );
}

function HomeTab({ view }: { readonly view: ShownView }) {
  return (
    <div className="view home-view">
      <div className="view-body">
        <ViewBlocks view={view} />
      </div>
    </div>
  );
}

/** A modal or a Home tab as markup in which no text of the bot is markup. */
export function drawView(view: ShownView): string {
  const harmless = withoutShieldCharacters(view);
  return localMarkup(
    renderToStaticMarkup(view.type === 'modal' ? <ModalForm view={harmless} /> : <HomeTab view={harmless} />),
  );
}
