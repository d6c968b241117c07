/** Each drawn in lines on a field of 20 by 20. */
const lines = {
  eye: 'M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10ZM7.6 10a2.4 2.4 0 1 0 4.8 0 2.4 2.4 0 1 0-4.8 0',
  warning: 'M10 3 18 16.5H2L10 3ZM10 8v4M10 14.2v.1',
  send: 'M10 16V4M4.8 9.2 10 4l5.2 5.2',
  samples: 'M3 5.5h14M3 10h9M3 14.5h6M14 12.2l3.2 2.3-3.2 2.3Z',
  close: 'm5 5 10 10M15 5 5 15',
  more: 'M4.5 10h.1M10 10h.1M15.5 10h.1',
  thread:
    'M3 5.5a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H9.5L6 16.8v-3.3H5a2 2 0 0 1-2-2ZM6.8 8.5h6.4',
  shortcut: 'M11.2 2.8 4.8 11.4h4.6l-.8 5.8 6.6-8.8h-4.8Z',
  checks: 'm6.5 6-4 4 4 4M13.5 6l4 4-4 4M11.3 4.5l-2.6 11',
  home: 'M3.5 9.2 10 3.6l6.5 5.6M5.2 8.2v8h9.6v-8',
  file: 'M5 3h6.5L15 6.5V17H5ZM11.5 3v3.5H15',
  /** The bot's mark: two entries of a ledger that agree. */
  bot: 'M4 7h9l-2.6-2.6M16 13H7l2.6 2.6',
} as const;

export const Icon = ({ of }: { readonly of: keyof typeof lines }) => (
  <svg
    className="icon"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth={of === 'more' ? 2.6 : 1.6}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={lines[of]} />
  </svg>
);
