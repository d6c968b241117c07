import { useEffect, useId, useRef, useState } from 'react';
import { z } from 'zod';
import { Undrawn } from './blocks.tsx';
import { useSurroundings } from './element-context.ts';
import { MoreIcon } from './icons.tsx';
import { usePage } from './page-context.ts';
import { Typeahead } from './typeahead.tsx';

const text = z.looseObject({ text: z.string() });
const option = z.looseObject({ text, value: z.string(), description: text.optional() });
const common = { action_id: z.string().optional() };
const select = { ...common, placeholder: text.optional() };

/** The interactive elements that the page can draw, as much of each as it draws. */
const elementSchema = z.discriminatedUnion('type', [
  z.looseObject({
    ...common,
    type: z.literal('button'),
    text,
    style: z.string().optional(),
    url: z.url({ protocol: /^https?$/ }).optional(),
    accessibility_label: z.string().optional(),
  }),
  z.looseObject({
    ...select,
    type: z.literal('static_select'),
    options: z.array(option).min(1),
    initial_option: option.optional(),
  }),
  z.looseObject({
    ...select,
    type: z.literal('external_select'),
    min_query_length: z.int().optional(),
    initial_option: option.optional(),
  }),
  z.looseObject({ ...select, type: z.literal('conversations_select'), initial_conversation: z.string().optional() }),
  z.looseObject({ ...common, type: z.literal('overflow'), options: z.array(option).min(1) }),
  z.looseObject({
    ...common,
    type: z.literal('plain_text_input'),
    placeholder: text.optional(),
    multiline: z.boolean().optional(),
    max_length: z.int().optional(),
    initial_value: z.string().optional(),
  }),
]);

type ElementOf<Type> = Extract<z.infer<typeof elementSchema>, { type: Type }>;

interface ElementProps<Type> {
  readonly element: ElementOf<Type>;
  readonly blockId: string | undefined;
  /** Of the input block that it stands in. */
  readonly label?: string | undefined;
  /** The id of what says what is wrong with it, or what to put in. */
  readonly describedBy?: string | undefined;
  readonly isInvalid?: boolean;
}

/** What can be pressed, chosen or typed in. */
export function Element({ element, ...rest }: Omit<ElementProps<never>, 'element'> & { readonly element: unknown }) {
  const known = elementSchema.safeParse(element).data;
  switch (known?.type) {
    case 'button':
      return <Button element={known} {...rest} />;
    case 'static_select':
      return <StaticSelect element={known} {...rest} />;
    case 'external_select':
      return <ExternalSelect element={known} {...rest} />;
    case 'conversations_select':
      return <ConversationsSelect element={known} {...rest} />;
    case 'overflow':
      return <Overflow element={known} {...rest} />;
    case 'plain_text_input':
      return <TextInput element={known} {...rest} />;
  }
  return <Undrawn what={`${z.string().catch('nameless').parse(Object(element).type)} element`} value={element} />;
}

function Button({ element, blockId }: ElementProps<'button'>) {
  const { action_id, style, url } = element;
  const { placeOf, send } = useSurroundings();
  const [isBusy, setBusy] = useState(false);
  async function press() {
    if (isBusy) return;
    if (url !== undefined) open(url, '_blank', 'noreferrer');
    setBusy(true);
    await send('/presses', placeOf(blockId, action_id));
    setBusy(false);
  }
  return (
    <button
      type="button"
      className="press"
      data-action-id={action_id}
      data-style={style}
      aria-label={element.accessibility_label}
      aria-busy={isBusy || undefined}
      onClick={press}
    >
      {element.text.text}
    </button>
  );
}

const plainOption = ({ text, value, description }: z.infer<typeof option>) => ({
  text: text.text,
  value,
  ...(description && { description: description.text }),
});

/** A menu behind three dots. */
function Overflow({ element, blockId }: ElementProps<'overflow'>) {
  const { placeOf, send } = useSurroundings();
  const { openMenu } = usePage();
  const items = element.options.map((each) => {
    const plain = plainOption(each);
    const act = () => void send('/selections', { ...placeOf(blockId, element.action_id), option: plain });
    return { label: plain.text, note: plain.description, act };
  });
  return (
    <button
      type="button"
      className="icon-button overflow"
      data-action-id={element.action_id}
      aria-label="More options"
      aria-haspopup="menu"
      onClick={({ currentTarget }) => openMenu(currentTarget, 'More options', items)}
    >
      <MoreIcon />
    </button>
  );
}

interface SelectProps extends Omit<ElementProps<'static_select' | 'conversations_select'>, 'element'> {
  readonly actionId: string | undefined;
  readonly placeholder: string;
  /** What the bot or the person has put there. */
  readonly held: string | undefined;
  readonly options: readonly { readonly value: string; readonly text: string; readonly option: object }[];
}

/** The browser's own select, which every phone and keyboard knows. */
function Select({ actionId, placeholder, held, options, blockId, label, describedBy, isInvalid }: SelectProps) {
  const { placeOf, send } = useSurroundings();
  const [chosen, setChosen] = useState(held); // the sandbox may not have told of it yet
  useEffect(() => setChosen(held), [held]);
  function pick(value: string) {
    const picked = options.find((each) => each.value === value);
    if (!picked) return;
    setChosen(value);
    void send('/selections', { ...placeOf(blockId, actionId), option: picked.option });
  }
  return (
    <select
      className="pick"
      data-action-id={actionId}
      aria-label={label ?? placeholder}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      value={chosen ?? ''}
      onChange={({ target }) => pick(target.value)}
    >
      <option value="" disabled hidden>
        {placeholder}
      </option>
      {options.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** A choice among options that the bot sent along. */
function StaticSelect({ element, ...where }: ElementProps<'static_select'>) {
  const held = useSurroundings().heldBy(where.blockId, element.action_id).option ?? element.initial_option;
  return (
    <Select
      {...where}
      actionId={element.action_id}
      placeholder={element.placeholder?.text ?? 'Choose an option'}
      held={held?.value}
      options={element.options.map((each) => ({ value: each.value, text: each.text.text, option: plainOption(each) }))}
    />
  );
}

/** A choice among the conversations that the person has. */
function ConversationsSelect({ element, ...where }: ElementProps<'conversations_select'>) {
  const { settings, person } = usePage();
  const mine = settings.conversations.filter(({ onlyFor }) => onlyFor === undefined || onlyFor === person.id);
  const held = useSurroundings().heldBy(where.blockId, element.action_id).conversation;
  return (
    <Select
      {...where}
      actionId={element.action_id}
      placeholder={element.placeholder?.text ?? 'Choose a conversation'}
      held={held ?? element.initial_conversation}
      options={mine.map(({ id, name, kind }) => ({
        value: id,
        text: kind === 'channel' ? `# ${name}` : name,
        option: { conversation: id },
      }))}
    />
  );
}

/** Slack's own, when the element does not say. */
const defaultMinQueryLength = 3;

/** A choice among options that the bot offers for what is typed. */
function ExternalSelect({ element, blockId, label }: ElementProps<'external_select'>) {
  const { placeOf, heldBy } = useSurroundings();
  const held = heldBy(blockId, element.action_id).option ?? element.initial_option;
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
function TextInput({ element, blockId, label, describedBy, isInvalid }: ElementProps<'plain_text_input'>) {
  const { placeOf, heldBy, draft, sendDrafts } = useSurroundings();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const held = heldBy(blockId, element.action_id).text ?? element.initial_value ?? '';
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = held;
  }, [held]);
  const attributes = {
    ref: field,
    className: 'pick',
    'aria-label': label ?? element.placeholder?.text ?? 'Text',
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid || undefined,
    placeholder: element.placeholder?.text,
    maxLength: element.max_length,
    autoComplete: 'off',
    'data-action-id': element.action_id,
    defaultValue: held,
    onChange: ({ target }: { target: { value: string } }) => draft(placeOf(blockId, element.action_id), target.value),
    onBlur: () => void sendDrafts(),
  };
  return element.multiline ? <textarea rows={4} {...attributes} /> : <input type="text" {...attributes} />;
}

/** As much of an input block as is drawn here; the element is drawn by its own type. */
export const inputSchema = z.looseObject({
  type: z.literal('input'),
  block_id: z.string().optional(),
  label: text,
  hint: text.optional(),
  optional: z.boolean().optional(),
  element: z.looseObject({ type: z.string() }),
});

/** A question of a window with its label, its hint and what the bot found wrong with the answer. */
export function InputBlock({ block }: { readonly block: z.infer<typeof inputSchema> }) {
  const { block_id, label, hint, optional, element } = block;
  const error = useSurroundings().errors[block_id ?? ''];
  const notes = useId();
  return (
    <div className="field" data-invalid={error !== undefined}>
      <div className="labelled">
        <span className="field-label">
          {label.text}
          {optional && <span className="field-optional"> (optional)</span>}
        </span>
        <Element
          element={element}
          blockId={block_id}
          label={label.text}
          describedBy={error !== undefined || hint ? notes : undefined}
          isInvalid={error !== undefined}
        />
      </div>
      <div id={notes}>
        {error !== undefined && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
        {hint && <p className="field-hint">{hint.text}</p>}
      </div>
    </div>
  );
}
