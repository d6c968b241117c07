/** @jsxRuntime automatic */
import { ReplyComposer } from './composer.tsx';
import { CloseIcon } from './icons.tsx';
import { Waiting } from './waiting.tsx';

/** Beside the conversation, or over it on a phone: one message and what was replied to it. */
export function ThreadPanel({ title }: { readonly title: string }) {
  return (
    <aside id="thread" aria-label="Thread" hidden>
      <header className="thread-head">
        <div>
          <h2>Thread</h2>
          <p id="thread-place" />
        </div>
        <button type="button" className="icon-button" id="close-thread" aria-label="Close thread">
          <CloseIcon />
        </button>
      </header>
      <div id="thread-scroller" className="scroller">
        <div id="thread-messages" role="log" aria-label="Messages of the thread" />
        <Waiting title={title} />
      </div>
      <ReplyComposer />
    </aside>
  );
}
