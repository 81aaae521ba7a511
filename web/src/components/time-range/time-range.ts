/** The time range of a page: the last hours or days, or two times. */
export interface TimeRange {
  /** A time span before now as the API takes it, "-24h", or seconds since 1970. */
  readonly from: string;
  /** Seconds since 1970; absent for now. */
  readonly to: string | undefined;
}

export const PRESETS = ['1h', '24h', '7d', '30d', '365d'] as const;
export type Preset = (typeof PRESETS)[number];

export interface Seconds {
  readonly from: number;
  readonly to: number;
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const DAY = 86_400;

/** The length of "-24h" or "24h"; undefined for other texts. */
export function spanOf(text: string): number | undefined {
  const [, count, unit] = /^-?(\d{1,7})([smhd])$/.exec(text) ?? [];
  return count === undefined || unit === undefined ? undefined : Number(count) * (UNITS[unit] ?? 0);
}

export const presetRange = (preset: string): TimeRange => ({ from: `-${preset}`, to: undefined });

/** The preset that a range is; undefined for other ranges. */
export const presetOf = ({ from, to }: TimeRange): Preset | undefined =>
  to === undefined ? PRESETS.find((preset) => `-${preset}` === from) : undefined;

/** The begin and end of a range at this time. */
export function secondsOf({ from, to }: TimeRange, now: number): Seconds {
  const end = to === undefined ? now : Number(to);
  const span = spanOf(from);
  return { from: span === undefined ? Number(from) : end - span, to: end };
}

export const fixedRange = (from: number, to: number): TimeRange => ({
  from: String(Math.floor(from)),
  to: String(Math.ceil(to)),
});

/** The range of equal length before (-1) or after (1) this one; one that would end in the future ends now. */
export function stepped(range: TimeRange, direction: -1 | 1, now: number): TimeRange {
  const { from, to } = secondsOf(range, now);
  const span = to - from;
  const end = to + direction * span;
  if (end < now) return fixedRange(end - span, end);
  const preset = PRESETS.find((each) => spanOf(each) === span);
  return preset ? presetRange(preset) : fixedRange(now - span, now);
}

/** The range of the address: `range=24h`, or `from` and `to`; undefined without a valid one. */
export function rangeIn(parameters: URLSearchParams): TimeRange | undefined {
  const range = parameters.get('range');
  if (range !== null && spanOf(range) !== undefined) return presetRange(range);
  const [from, to] = [parameters.get('from'), parameters.get('to')];
  if (from === null || !(spanOf(from) !== undefined || /^\d{1,11}$/.test(from))) return undefined;
  return { from, to: to !== null && /^\d{1,11}$/.test(to) && Number(to) > 0 ? to : undefined };
}

/** The address with another range; its other parameters stay. */
export function withRange(parameters: URLSearchParams, range: TimeRange): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const name of ['range', 'from', 'to']) next.delete(name);
  const span = range.to === undefined && range.from.startsWith('-') ? range.from.slice(1) : undefined;
  if (span !== undefined) next.set('range', span);
  else {
    next.set('from', range.from);
    if (range.to !== undefined) next.set('to', range.to);
  }
  return next;
}

/**
 * "2026-03-02 08:00", "2026-03-02T08:00", "02.03.2026 08:00" or a day alone, as a local time "2026-03-02T08:00";
 * undefined for other texts.
 */
export function localTimeOf(text: string): string | undefined {
  const iso = text.trim().replace(/^(\d\d)\.(\d\d)\.(\d{4})/, '$3-$2-$1');
  const [, day, clock = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T]+(\d\d:\d\d))?(?::\d\d)?$/.exec(iso) ?? [];
  return day === undefined || Number.isNaN(Date.parse(`${day}T${clock}Z`)) ? undefined : `${day}T${clock}`;
}

/** True for ranges that are drawn by days. */
export const isLong = ({ from, to }: Seconds): boolean => to - from > 2 * DAY;
