/**
 * What Slack takes, from its reference for Block Kit, messages and interactivity. Lengths are in
 * characters (UTF-16 units, the stricter count for text outside the BMP), times in milliseconds.
 */
export const slackLimits = {
  ackMs: 3_000,
  triggerId: { uses: 1, lifetimeMs: 3_000 },
  /** How long a status stands below a thread. */
  statusMs: 2 * 60_000,
  responseUrl: { uses: 5, lifetimeMs: 30 * 60_000 },
  message: { text: 40_000, blocks: 50, tables: 1, tableText: 10_000, blocksJson: 13_200 },
  view: { title: 24, button: 24, blocks: 100, privateMetadata: 3_000, json: 250_000, stack: 3 },
  id: 255,
  text: 3_000,
  section: { text: 3_000, fields: 10, field: 2_000 },
  header: { text: 150 },
  context: { elements: 10 },
  actions: { elements: 25 },
  table: { rows: 100, columns: 20 },
  /** With the header. */
  dataTable: { rows: 101, columns: 20, pageSize: 100 },
  input: { label: 2_000, text: 3_000 },
  button: { text: 75, value: 2_000 },
  option: { text: 75, value: 75, description: 75 },
  select: { options: 100, placeholder: 150, minQueryLength: 3 },
  overflow: { options: 5 },
} as const;
