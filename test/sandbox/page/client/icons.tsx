import type { ReactNode } from 'react';

function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

/** An eye: who can see this. */
export const EyeIcon = () => (
  <Icon>
    <path d="M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10Z" />
    <circle cx="10" cy="10" r="2.4" />
  </Icon>
);

/** A triangle: Slack would not take this. */
export const WarningIcon = () => (
  <Icon>
    <path d="M10 3 18 16.5H2L10 3Z" />
    <path d="M10 8v4M10 14.2v.1" />
  </Icon>
);

/** An arrow up: send. */
export const SendIcon = () => (
  <Icon>
    <path d="M10 16V4M4.8 9.2 10 4l5.2 5.2" />
  </Icon>
);

/** A list with a mark: samples to try. */
export const SamplesIcon = () => (
  <Icon>
    <path d="M3 5.5h14M3 10h9M3 14.5h6M14 12.2l3.2 2.3-3.2 2.3Z" />
  </Icon>
);

/** A cross: close. */
export const CloseIcon = () => (
  <Icon>
    <path d="m5 5 10 10M15 5 5 15" />
  </Icon>
);

/** Three dots: more. */
export const MoreIcon = () => (
  <Icon>
    <path d="M4.5 10h.1M10 10h.1M15.5 10h.1" className="dotted" />
  </Icon>
);

/** A bubble with a line in it: reply. */
export const ThreadIcon = () => (
  <Icon>
    <path d="M3 5.5A2 2 0 0 1 5 3.5h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H9.5L6 16.8v-3.3H5a2 2 0 0 1-2-2Z" />
    <path d="M6.8 8.5h6.4" />
  </Icon>
);

/** A flash: shortcuts. */
export const ShortcutIcon = () => (
  <Icon>
    <path d="M11.2 2.8 4.8 11.4h4.6l-.8 5.8 6.6-8.8h-4.8Z" />
  </Icon>
);

/** Angle brackets: what a developer looks at. */
export const ChecksIcon = () => (
  <Icon>
    <path d="m6.5 6-4 4 4 4M13.5 6l4 4-4 4M11.3 4.5l-2.6 11" />
  </Icon>
);

/** A house: the app's Home. */
export const HomeIcon = () => (
  <Icon>
    <path d="M3.5 9.2 10 3.6l6.5 5.6M5.2 8.2v8h9.6v-8" />
  </Icon>
);

/** A sheet with a folded corner: a file. */
export const FileIcon = () => (
  <Icon>
    <path d="M5 3h6.5L15 6.5V17H5ZM11.5 3v3.5H15" />
  </Icon>
);

/** The bot's mark: two entries of a ledger that agree. */
export const BotMark = () => (
  <Icon>
    <path d="M4 7h9l-2.6-2.6M16 13H7l2.6 2.6" />
  </Icon>
);
