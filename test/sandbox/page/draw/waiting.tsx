/** @jsxRuntime automatic */
import { BotMark } from './icons.tsx';

/** Says that the bot was asked and has not answered yet. */
export function Waiting({ title, id }: { readonly title: string; readonly id?: string }) {
  return (
    <div id={id} className="waiting" role="status" hidden>
      <span className="avatar" data-author="bot" aria-hidden="true">
        <BotMark />
      </span>
      <p>
        {title} is on it
        <span className="dots" aria-hidden="true" />
      </p>
    </div>
  );
}
