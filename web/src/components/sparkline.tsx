import './sparkline.css';
import { pathOf } from './sparkline-path.js';

interface SparklineProps {
  /** Values at equal distances, the oldest first; null is a gap. */
  readonly values: readonly (number | null | undefined)[];
  /** The content for screen readers; without it the line is decoration beside a number. */
  readonly label?: string;
  readonly width?: number;
  readonly height?: number;
  /** One of the four chart colours. */
  readonly color?: 1 | 2 | 3 | 4;
}

/** A small line without axes, as plain SVG: the shape of the last values beside a number. */
export function Sparkline({ values, label, width = 80, height = 20, color = 1 }: SparklineProps) {
  return (
    <svg
      className={`sparkline sparkline-${color}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="none"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <path d={pathOf(values, { width, height })} />
    </svg>
  );
}
