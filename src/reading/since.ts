const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/**
 * Reads `2026-01-31` (from midnight UTC), `today`, `yesterday`, `2 days` and `3h ago` as the start of that time, in
 * milliseconds since 1970. `undefined` when the text is none of these, or the time is in the future.
 */
export function parseSince(text: string, nowMs: number): number | undefined {
  const said = text
    .toLowerCase()
    .replace(/^since |^last /, '')
    .replace(/ ago$/, '');
  const [, amount = '', unit = ''] =
    /^(\d{1,4}) ?(m|h|d|w)(?:in|ins|inutes?|ours?|ays?|eeks?)?$/.exec(said.replace(/^(?:an?|one) /, '1 ')) ?? [];
  const sinceMs = amount !== '' ? nowMs - Number(amount) * (unitMs[unit] ?? 0) : dayMs(said, nowMs);
  return sinceMs !== undefined && sinceMs <= nowMs ? sinceMs : undefined;
}

function dayMs(said: string, nowMs: number): number | undefined {
  const todayMs = Math.floor(nowMs / 86_400_000) * 86_400_000;
  if (said === 'today') return todayMs;
  if (said === 'yesterday') return todayMs - 86_400_000;
  if (!/^\d{4}-\d\d-\d\d$/.test(said)) return undefined;
  const atMs = Date.parse(`${said}T00:00:00Z`);
  // Date.parse takes the 31st of February for the 3rd of March.
  return Number.isNaN(atMs) || !new Date(atMs).toISOString().startsWith(said) ? undefined : atMs;
}
