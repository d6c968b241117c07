import { useEffect, useId, useRef, useState } from 'react';
import type { BlockOf, ElementOf, Option } from '../../slack/block-kit/blocks.ts';
import { useSurroundings } from './element-context.ts';
import { Icon } from './icons.tsx';
import { MenuButton } from './menu.tsx';
import { usePage } from './page-context.ts';
import { Typeahead } from './typeahead.tsx';

interface ElementProps<Type extends ElementOf['type']> {
  readonly element: ElementOf<Type>;
  readonly blockId: string | undefined;
  /** Of the input block that it stands in. */
  readonly label?: string | undefined;
  /** The id of what says what is wrong with it. */
  readonly describedBy?: string | undefined;
}

/** What can be pressed, chosen or typed in. */
export function Element({ element, ...rest }: ElementProps<ElementOf['type']>) {
  switch (element.type) {
    case 'button':
      return <Button element={element} {...rest} />;
    case 'static_select':
    case 'conversations_select':
      return <Select element={element} {...rest} />;
    case 'external_select':
      return <ExternalSelect element={element} {...rest} />;
    case 'overflow':
      return <Overflow element={element} {...rest} />;
    case 'plain_text_input':
      return <TextInput element={element} {...rest} />;
  }
}

function Button({ element: { action_id, style, text }, blockId }: ElementProps<'button'>) {
  const { placeOf, send } = useSurroundings();
  const [isBusy, setBusy] = useState(false);
  async function press() {
    if (isBusy) return;
    setBusy(true);
    await send('/presses', placeOf(blockId, action_id));
    setBusy(false);
  }
  return (
    <button
      type="button"
      className={style ? `press ${style}` : 'press'}
      data-action-id={action_id}
      aria-busy={isBusy || undefined}
      onClick={press}
    >
      {text.text}
    </button>
  );
}

const plainOption = ({ text, value, description }: Option) => ({
  text: text.text,
  value,
  ...(description && { description: description.text }),
});

/** A menu behind three dots. */
function Overflow({ element, blockId }: ElementProps<'overflow'>) {
  const { placeOf, send } = useSurroundings();
  const items = element.options.map((each) => {
    const plain = plainOption(each);
    const act = () =>
      void send('/selections', { ...placeOf(blockId, element.action_id), option: plain });
    return { label: plain.text, note: plain.description, act };
  });
  return (
    <MenuButton label="More options" items={items} actionId={element.action_id}>
      <Icon of="more" />
    </MenuButton>
  );
}

/**
 * The browser's own select, which every phone and keyboard knows: of options that the bot sent, or
 * of conversations.
 */
function Select({
  element,
  blockId,
  ...said
}: ElementProps<'static_select' | 'conversations_select'>) {
  const { settings, person } = usePage();
  const { placeOf, heldBy, send } = useSurroundings();
  const { option, conversation } = heldBy(blockId, element.action_id);
  const held = option?.value ?? conversation;
  const [chosen, setChosen] = useState(held); // the sandbox may not have told of it yet
  useEffect(() => setChosen(held), [held]);
  const mine = settings.conversations.filter(
    ({ onlyFor }) => onlyFor === undefined || onlyFor === person.id,
  );
  const choices =
    element.type === 'static_select'
      ? element.options.map((each) => ({
          value: each.value,
          text: each.text.text,
          option: plainOption(each),
        }))
      : mine.map(({ id, name, kind }) => ({
          value: id,
          text: kind === 'channel' ? `# ${name}` : name,
          option: { conversation: id },
        }));
  const placeholder = element.placeholder?.text ?? 'Choose an option';
  function pick(value: string) {
    const picked = choices.find((each) => each.value === value);
    if (!picked) return;
    setChosen(value);
    void send('/selections', { ...placeOf(blockId, element.action_id), option: picked.option });
  }
  return (
    <select
      className="pick"
      data-action-id={element.action_id}
      {...attributesOf(said, placeholder)}
      value={chosen ?? ''}
      onChange={({ target }) => pick(target.value)}
    >
      <option value="" disabled hidden>
        {placeholder}
      </option>
      {choices.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** What a field says of itself to whoever does not see it. */
const attributesOf = (
  { label, describedBy }: Pick<ElementProps<'button'>, 'label' | 'describedBy'>,
  otherwise: string,
) => ({
  'aria-label': label ?? otherwise,
  'aria-describedby': describedBy,
  'aria-invalid': describedBy !== undefined || undefined,
});

/** Slack's own, when the element does not say. */
const defaultMinQueryLength = 3;

/** A choice among options that the bot offers for what is typed. */
function ExternalSelect({ element, blockId, label }: ElementProps<'external_select'>) {
  const { placeOf, heldBy } = useSurroundings();
  const held = heldBy(blockId, element.action_id).option;
  const placeholder = element.placeholder?.text ?? 'Type to search';
  return (
    <Typeahead
      place={placeOf(blockId, element.action_id)}
      label={label ?? placeholder}
      placeholder={placeholder}
      held={held?.text.text ?? ''}
      minLength={element.min_query_length ?? defaultMinQueryLength}
    />
  );
}

/** A line or a field to type in. What the bot puts there stands as long as nobody types. */
function TextInput({ element, blockId, ...said }: ElementProps<'plain_text_input'>) {
  const { placeOf, heldBy, draft, sendDrafts } = useSurroundings();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const held = heldBy(blockId, element.action_id).text ?? '';
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = held;
  }, [held]);
  const attributes = {
    ref: field,
    className: 'pick',
    ...attributesOf(said, element.placeholder?.text ?? 'Text'),
    placeholder: element.placeholder?.text,
    maxLength: element.max_length,
    autoComplete: 'off',
    'data-action-id': element.action_id,
    defaultValue: held,
    onChange: ({ target }: { target: { value: string } }) =>
      draft(placeOf(blockId, element.action_id), target.value),
    onBlur: () => void sendDrafts(),
  };
  return element.multiline ? (
    <textarea rows={4} {...attributes} />
  ) : (
    <input type="text" {...attributes} />
  );
}

/** A question of a window with its label, and what is wrong with the answer. */
export function InputBlock({
  block: { block_id, label, element },
}: {
  readonly block: BlockOf<'input'>;
}) {
  const error = useSurroundings().errors[block_id ?? ''];
  const notes = useId();
  return (
    <div className="field" data-invalid={error !== undefined}>
      <p className="strong">{label.text}</p>
      <Element
        element={element}
        blockId={block_id}
        label={label.text}
        describedBy={error === undefined ? undefined : notes}
      />
      {error !== undefined && (
        <p id={notes} className="problem" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
