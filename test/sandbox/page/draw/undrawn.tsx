/** @jsxRuntime automatic */

interface UndrawnProps {
  /** What it is, `data_table block`. */
  readonly what: string;
  readonly value: unknown;
}

/** What this page has no drawing for, as its JSON, so that nothing the bot sent goes unseen. */
export function Undrawn({ what, value }: UndrawnProps) {
  return (
    <div className="undrawn">
      <p className="undrawn-note">This page cannot draw this {what}. Its JSON:</p>
      <pre>
        <code>{JSON.stringify(value, null, 2)}</code>
      </pre>
    </div>
  );
}
