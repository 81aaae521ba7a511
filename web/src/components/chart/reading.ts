import { quantity } from '../../language/format.js';

/** The drawing of one column of the data of a chart. */
export interface ChartLine {
  readonly label: string;
  /** One of the four chart colours, 1 to 4; counted by place if absent. */
  readonly color?: number;
  /** The line is a limit or another period instead of a measurement, and is dashed. */
  readonly isLimit?: boolean;
  /** The upper or lower edge of a band: the two follow each other, and the area between them is filled. */
  readonly edge?: 'high' | 'low';
  /** A bar or line that is not complete yet, drawn faint. */
  readonly isFaint?: boolean;
}

export type Columns = readonly ArrayLike<number | null | undefined>[];

/** The values of all lines at one time, as text. */
export interface Reading {
  readonly time: string;
  readonly values: readonly { readonly label: string; readonly text: string; readonly color: number }[];
}

export interface ReadingFormat {
  readonly dateTime: (at: number) => string;
  readonly digits: number;
  readonly unit: string;
}

/** The colour of a line: its own, or one by its place. */
export const colorOf = ({ color }: ChartLine, place: number): number => color ?? (place % 4) + 1;

/** The reading at a place of the data; a line without a value there is left out. Undefined outside of the data. */
export function readingAt(
  [times, ...columns]: Columns,
  place: number | null | undefined,
  lines: readonly ChartLine[],
  { dateTime, digits, unit }: ReadingFormat,
): Reading | undefined {
  const at = place === null || place === undefined ? undefined : times?.[place];
  if (at === undefined || at === null) return undefined;
  const values = lines.flatMap((line, index) => {
    const value = columns[index]?.[place ?? 0];
    if (value === undefined || value === null) return [];
    return [{ label: line.label, text: quantity(value, digits, unit), color: colorOf(line, index) }];
  });
  return { time: dateTime(at), values };
}

/** A reading as one line, for screen readers. */
export const spoken = ({ time, values }: Reading): string =>
  [time, ...values.map(({ label, text }) => `${label} ${text}`)].join(', ');
