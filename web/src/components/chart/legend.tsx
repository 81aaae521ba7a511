import { colorOf, type ChartLine } from './reading.js';

/** The drawing of a line, as the class of its key. */
export const shapeOf = ({ isLimit, edge, isFaint }: ChartLine, isBars: boolean): string => {
  if (isLimit) return 'dashed';
  if (edge) return 'band';
  if (isBars) return isFaint ? 'faint' : 'bar';
  return 'line';
};

/** The key of each line of a chart. */
export function Legend({ lines, isBars }: { readonly lines: readonly ChartLine[]; readonly isBars: boolean }) {
  return (
    <ul className="chart-legend" aria-hidden="true">
      {lines.map((line, place) => (
        <li key={line.label}>
          <i className={`chart-swatch chart-color-${colorOf(line, place)} chart-${shapeOf(line, isBars)}`} />
          <bdi>{line.label}</bdi>
        </li>
      ))}
    </ul>
  );
}
