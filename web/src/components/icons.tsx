import type { ReactNode } from 'react';

/**
 * The icons of the browser UI, drawn for it on a grid of 24 with strokes of 2. They only support a label, so that screen
 * readers skip them.
 */
const SHAPES = {
  activity: <path d="M3 12h4l3-8 4 16 3-8h4" />,
  alert: <path d="M12 3 2 20h20zM12 10v4M12 17v.01" />,
  arrowDown: <path d="M12 4v16M6 14l6 6 6-6" />,
  arrowLeft: <path d="M20 12H4M10 6l-6 6 6 6" />,
  arrowRight: <path d="M4 12h16M14 6l6 6-6 6" />,
  arrowUp: <path d="M12 20V4M6 10l6-6 6 6" />,
  bell: <path d="M6 17V10a6 6 0 0 1 12 0v7l2 1H4zM10 21h4" />,
  bolt: <path d="M13 2 5 14h6l-1 8 9-13h-6z" />,
  building: <path d="M5 21V4h14v17M3 21h18M9 8h.01M15 8h.01M9 12h.01M15 12h.01M10 21v-5h4v5" />,
  chart: <path d="M4 4v16h16M8 15l4-5 3 3 5-7" />,
  check: <path d="m4 12 6 6L20 6" />,
  chevronDown: <path d="m6 9 6 6 6-6" />,
  chevronRight: <path d="m9 6 6 6-6 6" />,
  chip: <path d="M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4" />,
  circle: <circle cx="12" cy="12" r="8" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5l4 2" />
    </>
  ),
  copy: <path d="M9 9h11v11H9zM15 9V4H4v11h5" />,
  display: <path d="M3 5h18v11H3zM9 20h6M12 16v4" />,
  download: <path d="M12 3v12M7 10l5 5 5-5M4 20h16" />,
  edit: <path d="M4 20h4L20 8l-4-4L4 16zM13 7l4 4" />,
  energy: <path d="M4 20V10M9 20V4M14 20v-8M19 20V7" />,
  file: <path d="M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6" />,
  gauge: <path d="M4 18a9 9 0 1 1 16 0M12 14l4-5M12 14v.01" />,
  group: <path d="M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z" />,
  info: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v6M12 7v.01" />
    </>
  ),
  key: (
    <>
      <circle cx="8" cy="15" r="4" />
      <path d="m11 12 8-8M16 7l3 3" />
    </>
  ),
  lock: <path d="M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4" />,
  log: <path d="M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01" />,
  mail: <path d="M3 6h18v13H3zM3 7l9 7 9-7" />,
  menu: <path d="M4 6h16M4 12h16M4 18h16" />,
  meter: <path d="M3 5h18v14H3zM7 15a5 5 0 0 1 10 0M12 15l2.500-3" />,
  moon: <path d="M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10z" />,
  network: <path d="M9 3h6v5H9zM3 16h6v5H3zM15 16h6v5h-6zM12 8v4M6 16v-4h12v4" />,
  outlet: <path d="M5 4h14v12l-4 4H9l-4-4zM9 9v3M15 9v3M12 13v3" />,
  plus: <path d="M12 5v14M5 12h14" />,
  power: <path d="M12 3v9M7 6a8 8 0 1 0 10 0" />,
  print: <path d="M7 9V3h10v6M7 18H3V9h18v9h-4M7 14h10v7H7z" />,
  rack: <path d="M4 3h16v18H4zM4 9h16M4 15h16M8 6h.01M8 12h.01M8 18h.01" />,
  refresh: <path d="M20 11a8 8 0 0 0-14-4L4 9M4 4v5h5M4 13a8 8 0 0 0 14 4l2-2M20 20v-5h-5" />,
  relay: <path d="M3 16h5l8-8M16 16h5M8 16v.01M16 16v.01" />,
  rule: <path d="M5 3v18M5 5h13l-3 4 3 4H5" />,
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5.5 5.5" />
    </>
  ),
  send: <path d="M3 11 21 3l-7 18-3-7zM11 14l10-11" />,
  settings: <path d="M4 7h9M19 7h1M4 17h1M11 17h9M16 4v6M8 14v6" />,
  shield: <path d="M12 3 5 6v6c0 4 3 7 7 9 4-2 7-5 7-9V6z" />,
  sun: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5" />
    </>
  ),
  terminal: <path d="M3 4h18v16H3zM7 9l3 3-3 3M13 15h4" />,
  timeline: <path d="M6 3v18M6 7h.01M6 12h.01M6 17h.01M10 7h10M10 12h7M10 17h10" />,
  trash: <path d="M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14M10 11v6M14 11v6" />,
  undo: <path d="M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3" />,
  user: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4 21c0-4 4-6 8-6s8 2 8 6" />
    </>
  ),
  users: (
    <>
      <circle cx="9" cy="8" r="4" />
      <path d="M2 21c0-4 3-6 7-6s7 2 7 6M16 4a4 4 0 0 1 0 8M18 15c3 1 4 3 4 6" />
    </>
  ),
  web: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M3 12h18M12 3c-6 6-6 12 0 18M12 3c6 6 6 12 0 18" />
    </>
  ),
  x: <path d="M6 6l12 12M18 6 6 18" />,
} as const satisfies Readonly<Record<string, ReactNode>>;

export type IconName = keyof typeof SHAPES;

interface IconProps {
  readonly name: IconName;
  /** px. */
  readonly size?: number;
}

/** A drawing beside a label: `<Icon name="outlet" />`. It takes the colour of the text. */
export function Icon({ name, size = 18 }: IconProps) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {SHAPES[name]}
    </svg>
  );
}
