export interface SparklineBox {
  readonly width: number;
  readonly height: number;
}

/**
 * The path of an SVG for values at equal distances, from zero (or the lowest below it) to the highest; a value that is
 * absent interrupts the line.
 */
export function pathOf(values: readonly (number | null | undefined)[], { width, height }: SparklineBox): string {
  const known = values.filter((value) => typeof value === 'number');
  if (known.length === 0) return '';
  const low = known.reduce((least, value) => Math.min(least, value), 0);
  const span = known.reduce((most, value) => Math.max(most, value), low) - low || 1;
  const room = height - 2;
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  let isDrawing = false;
  return values
    .map((value, place) => {
      const command = isDrawing ? 'L' : 'M';
      isDrawing = typeof value === 'number';
      if (typeof value !== 'number') return '';
      const point = `${short(place * step)} ${short(1 + room - ((value - low) / span) * room)}`;
      // A value between two gaps is a line without length, which a round end makes visible as a dot.
      const isAlone = command === 'M' && typeof values[place + 1] !== 'number';
      return isAlone ? `M${point}h0` : command + point;
    })
    .join('');
}

const short = (value: number): string => String(Math.round(value * 10) / 10);
