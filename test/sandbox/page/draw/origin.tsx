/** @jsxRuntime automatic */

interface OriginProps {
  /** The JSON as the bot sent it. */
  readonly payload: unknown;
  /** How it came. */
  readonly via: string;
}

/** How something came, and its JSON on demand. */
export function Origin({ payload, via }: OriginProps) {
  return (
    <details className="origin">
      <summary>
        JSON <span className="via">via {via}</span>
      </summary>
      <div className="raw">
        <pre>{JSON.stringify(payload, null, 2)}</pre>
      </div>
    </details>
  );
}
