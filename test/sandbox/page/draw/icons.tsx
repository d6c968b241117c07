/** @jsxRuntime automatic */
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

/** Half light, half dark: the other theme. */
export const ThemeIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="6.8" />
    <path d="M10 3.2v13.6a6.8 6.8 0 0 0 0-13.6Z" className="filled" />
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

/** The bot's mark: two entries of a ledger that agree. */
export const BotMark = () => (
  <Icon>
    <path d="M4 7h9l-2.6-2.6M16 13H7l2.6 2.6" />
  </Icon>
);
