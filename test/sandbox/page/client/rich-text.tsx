import type { BlockOf } from '../../slack/block-kit/blocks.ts';
import { Each } from './each.ts';
import { SlackDate } from './slack-date.tsx';

type Part = BlockOf<'rich_text'>['elements'][number];

/** A text as its parts; nothing in it is markup. */
export function RichText({ block }: { readonly block: BlockOf<'rich_text'> }) {
  return (
    <Each of={block.elements}>
      {(part) => {
        const drawn = <Each of={part.elements}>{draw}</Each>;
        if (part.type === 'rich_text_quote') return <blockquote>{drawn}</blockquote>;
        return part.type === 'rich_text_preformatted' ? (
          <pre>{drawn}</pre>
        ) : (
          <div className="text">{drawn}</div>
        );
      }}
    </Each>
  );
}

const draw = (element: Part['elements'][number], at: number) =>
  element.type === 'text' ? element.text : <SlackDate {...element} beginsLine={at === 0} />;
