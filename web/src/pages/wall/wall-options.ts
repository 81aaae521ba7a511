/** The appearance of a wall screen, from the query of its address; none of it is secret. */
export interface WallOptions {
  readonly theme: 'light' | 'dark' | undefined;
  /** Degrees by which the picture is turned clockwise, for a screen that hangs on its side. */
  readonly rotate: Rotation;
  /** The hours in which the screen is dimmed; undefined if never. */
  readonly night: Night | undefined;
  /** The brightness at night, percent. */
  readonly dim: number;
}

export const ROTATIONS = [0, 90, 180, 270] as const;
export type Rotation = (typeof ROTATIONS)[number];

export interface Night {
  /** The hour, 0 to 23, at whose beginning it is dimmed. */
  readonly from: number;
  /** The hour, 0 to 23, at whose beginning it is bright again. */
  readonly to: number;
}

export const NIGHT: Night = { from: 22, to: 6 };
export const DIM = 35;
const [LEAST_DIM, MOST_DIM] = [10, 90];

/** The options in a query such as `?theme=dark&rotate=90&night=22-6&dim=35`; what is not understood counts as not there. */
export function wallOptions(search: string): WallOptions {
  const query = new URLSearchParams(search);
  const theme = query.get('theme');
  const dim = Number(query.get('dim') ?? DIM);
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    rotate: ROTATIONS.find((each) => String(each) === query.get('rotate')) ?? 0,
    night: nightOf(query.get('night')),
    dim: Number.isFinite(dim) ? Math.min(MOST_DIM, Math.max(LEAST_DIM, dim)) : DIM,
  };
}

/** The query of options, without those that are as usual; empty if all are. */
export function wallQuery({ theme, rotate, night, dim }: WallOptions): string {
  const query = new URLSearchParams();
  if (theme) query.set('theme', theme);
  if (rotate !== 0) query.set('rotate', String(rotate));
  if (!night) query.set('night', 'off');
  else if (night.from !== NIGHT.from || night.to !== NIGHT.to) query.set('night', `${night.from}-${night.to}`);
  if (night && dim !== DIM) query.set('dim', String(dim));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function nightOf(text: string | null): Night | undefined {
  if (text === 'off') return undefined;
  const [, from, to] = /^([01]?\d|2[0-3])-([01]?\d|2[0-3])$/.exec(text ?? '') ?? [];
  return from === undefined || to === undefined ? NIGHT : { from: Number(from), to: Number(to) };
}

/** True in an hour of the night, which may contain midnight; a night that ends when it begins is none. */
export const isDimmed = (hour: number, { from, to }: Night): boolean =>
  from <= to ? hour >= from && hour < to : hour >= from || hour < to;
