import type { ReactNode } from 'react';
import { Each } from './each.ts';
import { usePage } from './page-context.ts';
import { SlackDate } from './slack-date.tsx';

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
/** Those that people and bots of a support team write; any other stays a name. */
const emoji: Record<string, string> = {
  wave: '👋',
  eyes: '👀',
  '+1': '👍',
  tada: '🎉',
  warning: '⚠️',
  rotating_light: '🚨',
  white_check_mark: '✅',
  x: '❌',
  hourglass: '⌛',
  moneybag: '💰',
};

/** Undoes Slack's escaping of the three characters that it asks to escape. */
export const decodeEntities = (text: string) =>
  text.replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity] ?? entity);

/**
 * What Slack reads as more than text inside a line, each in a group of its own: code, `<…>`, links,
 * emoji, styles.
 */
const inline =
  /`([^`\n]+)`|<([^<>\n]+)>|(https?:\/\/[^\s<>|]+)|:([a-z0-9_+'-]+):|(?<![\p{L}\p{N}*_~])([*_~])(?=[^\s*_~])((?:`[^`\n]+`|(?!`[^`\n]+`)[^\n])+?)(?<!\s)\5(?![\p{L}\p{N}*_~])/u;

const styles: Record<string, 'strong' | 'em' | 's'> = { '*': 'strong', _: 'em', '~': 's' };

interface MrkdwnProps {
  readonly text: string;
  /** Bare links stay text. */
  readonly verbatim?: boolean | undefined;
}

/** A text in Slack's own format. No text of it is ever markup. */
export function Mrkdwn({ text, verbatim = false }: MrkdwnProps) {
  return text
    .split(/(```[\s\S]+?```)/)
    .map((part, at) =>
      at % 2 === 1 ? (
        <pre key={place(at)}>{decodeEntities(part.slice(3, -3))}</pre>
      ) : (
        <Lines key={place(at)} text={part} verbatim={verbatim} />
      ),
    );
}

/** Two parts may say the same: nothing but their places tells them apart. */
const place = (at: number) => `at-${at}`;

function Lines({ text, verbatim }: { readonly text: string; readonly verbatim: boolean }) {
  const quoted = text.split(/^((?:(?:>|&gt;).*(?:\n|$))+)/m);
  return (
    <Each of={quoted}>
      {(part, at) =>
        at % 2 === 1 ? (
          <blockquote>
            <Inline
              text={part.replace(/^(?:>|&gt;) ?/gm, '').replace(/\n$/, '')}
              verbatim={verbatim}
              beginsLine
            />
          </blockquote>
        ) : (
          <Inline text={part} verbatim={verbatim} beginsLine />
        )
      }
    </Each>
  );
}

interface InlineProps {
  readonly text: string;
  readonly verbatim: boolean;
  readonly beginsLine: boolean;
}

function Inline({ text, verbatim, beginsLine }: InlineProps) {
  const drawn: ReactNode[] = [];
  let rest = text;
  let before = beginsLine ? '' : 'x';
  for (let match = inline.exec(rest); match; match = inline.exec(rest)) {
    const [whole, code, target, link, name, mark = '', styled = ''] = match;
    const plain = rest.slice(0, match.index);
    before += plain;
    const isAtStart = /(?:^|\n)[^\p{L}\p{N}]*$/u.test(before);
    const Style = styles[mark];
    drawn.push(decodeEntities(plain));
    if (code !== undefined) drawn.push(<code>{decodeEntities(code)}</code>);
    else if (target !== undefined) drawn.push(<Target target={target} beginsLine={isAtStart} />);
    else if (link !== undefined)
      drawn.push(verbatim ? decodeEntities(link) : <Link href={decodeEntities(link)} />);
    else if (name !== undefined) drawn.push(emoji[name] ?? whole);
    else if (Style)
      drawn.push(
        <Style>
          <Inline text={styled} verbatim={verbatim} beginsLine={isAtStart} />
        </Style>,
      );
    before += whole;
    rest = rest.slice(match.index + whole.length);
  }
  return <Each of={[...drawn, decodeEntities(rest)]}>{(each) => each}</Each>;
}

/** A link, if it leads where a link of Slack's may lead; else its words. */
export function Link({
  href,
  children = href,
}: {
  readonly href: string;
  readonly children?: ReactNode;
}) {
  return /^(?:https?|mailto|tel):/i.test(href) ? (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    children
  );
}

/** A user, channel, group or everybody, by Slack's sign before the id. */
export function Mention({
  sign,
  id,
  label,
}: {
  readonly sign: string;
  readonly id: string;
  readonly label?: string;
}) {
  const { users, conversations } = usePage().settings;
  const known = { '@': users, '#': conversations }[sign]?.find((each) => each.id === id)?.name;
  const name = label ?? known ?? id;
  return (
    <span className={sign === '!' ? 'mention warned' : 'mention'}>
      {sign === '#' ? `#${name}` : name.startsWith('@') ? name : `@${name}`}
    </span>
  );
}

/** What stands in angle brackets. */
function Target({ target, beginsLine }: { readonly target: string; readonly beginsLine: boolean }) {
  const [head = '', ...rest] = target.split('|');
  const label = rest.length > 0 ? decodeEntities(rest.join('|')) : undefined;
  const date = /^!date\^(\d+)\^([^^]*)/.exec(head);
  if (date) {
    const [, timestamp = '', format = ''] = date;
    return (
      <SlackDate
        timestamp={timestamp}
        format={decodeEntities(format)}
        fallback={label}
        beginsLine={beginsLine}
      />
    );
  }
  const [, sign = '', id = ''] = /^([@#!])(?:subteam\^)?(.*)$/.exec(head) ?? [];
  if (sign) return <Mention sign={sign} id={id} {...(label !== undefined && { label })} />;
  const href = decodeEntities(head);
  return <Link href={href}>{label ?? href}</Link>;
}
