/** @jsxRuntime automatic */
import { renderToStaticMarkup } from 'react-dom/server';
import type { ManifestCommand, ManifestShortcut, Sample } from '../types.ts';
import { Composer } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { Sidebar } from './sidebar.tsx';
import { ThreadPanel } from './thread-panel.tsx';

interface PageProps {
  readonly title: string;
  readonly samples: readonly Sample[];
  readonly commands: readonly ManifestCommand[];
  readonly shortcuts: readonly ManifestShortcut[];
}

const styles = [
  'base',
  'layout',
  'sidebar',
  'places',
  'message',
  'grouping',
  'typed-command',
  'message-tools',
  'origin',
  'checks',
  'empty',
  'blocks',
  'tables',
  'data-tables',
  'containers',
  'elements',
  'files',
  'narrow-tables',
  'composer',
  'thread',
  'menu',
  'view',
];

function Page({ title, samples, commands, shortcuts }: PageProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} sandbox`}</title>
        <link rel="icon" href="/icon.svg" />
        {styles.map((name) => (
          <link key={name} rel="stylesheet" href={`/${name}.css`} />
        ))}
        {/* Before anything is painted, so that what was chosen does not flash. */}
        <script src="/saved-settings.js" />
        <script type="module" src="/main.js" />
      </head>
      <body data-shortcuts={JSON.stringify(shortcuts)}>
        <Sidebar title={title} samples={samples} commands={commands} />
        <Conversation title={title} samples={samples} commands={commands}>
          <Composer commands={commands} shortcuts={shortcuts} />
        </Conversation>
        <ThreadPanel title={title} />
        <div id="menu" role="menu" popover="auto" />
      </body>
    </html>
  );
}

/** The page without its messages, which arrive over Server-Sent Events. */
export function drawPage(props: PageProps): string {
  return `<!doctype html>${renderToStaticMarkup(<Page {...props} />)}`;
}
