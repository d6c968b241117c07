import { isRecord } from '../block-kit/walk.ts';

export type WebApiAnswer =
  | { ok: true; [field: string]: unknown }
  | { ok: false; error: string; [field: string]: unknown };

export interface WebApiMethod {
  /** `none`: whoever asks may. */
  readonly token: 'bot' | 'app' | 'none';
  /** The bot scope without which Slack refuses the call. */
  readonly scope?: string | ((args: Readonly<Record<string, unknown>>) => string);
  run(args: Readonly<Record<string, unknown>>): WebApiAnswer;
}

export interface WebApiCall {
  readonly method: string;
  readonly authorization: string | undefined;
  readonly args: Readonly<Record<string, unknown>>;
}

export type WebApi = ReturnType<typeof createWebApi>;

/**
 * Slack's Web API: checks the token, runs the method. A further method is one more entry in
 * `methods`.
 */
export function createWebApi(options: {
  methods: Readonly<Record<string, WebApiMethod>>;
  tokens: Readonly<Record<'bot' | 'app', string>>;
  scopes: readonly string[];
  reportBreach: (breach: string) => void;
}) {
  const { methods, tokens, scopes, reportBreach } = options;
  const calls: { method: string; args: Record<string, unknown> }[] = [];

  return {
    /** Calls received, without their tokens, oldest first. */
    calls,
    call({ method, authorization, args: { token, ...args } }: WebApiCall): WebApiAnswer {
      calls.push({ method, args });
      const known = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (!known) return { ok: false, error: 'unknown_method', req_method: method };
      if (known.token === 'none') return known.run(args);
      const sent = authorization?.replace(/^Bearer /, '') ?? token;
      if (!sent) return { ok: false, error: 'not_authed' };
      if (sent !== tokens[known.token]) {
        const isOtherKind = Object.values(tokens).some((other) => other === sent);
        return { ok: false, error: isOtherKind ? 'not_allowed_token_type' : 'invalid_auth' };
      }
      const needed = typeof known.scope === 'function' ? known.scope(args) : known.scope;
      if (needed !== undefined && !scopes.includes(needed)) {
        reportBreach(`${method}: missing_scope ${needed}`);
        return { ok: false, error: 'missing_scope', needed, provided: scopes.join(',') };
      }
      return known.run(args);
    },
    /** Slack says with each answer what the token may do. */
    headersFor: (authorization: string | undefined): Record<string, string> =>
      authorization === `Bearer ${tokens.bot}` ? { 'x-oauth-scopes': scopes.join(',') } : {},
    forget() {
      calls.length = 0;
    },
  };
}

/** The arguments that a client sends as JSON inside a form field; `false` is JSON too. */
const jsonArguments = new Set([
  'attachments',
  'blocks',
  'files',
  'loading_messages',
  'message',
  'metadata',
  'mrkdwn',
  'unfurl_links',
  'unfurl_media',
  'view',
]);

/** The arguments of a Web API call, from a JSON body or a form. */
export function parseArguments(contentType: string, body: string): Record<string, unknown> {
  if (/^application\/json\b/i.test(contentType)) {
    const json = parseJson(body);
    return isRecord(json) ? json : {};
  }
  return Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]) => [
      name,
      jsonArguments.has(name) ? (parseJson(value) ?? value) : value,
    ]),
  );
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
