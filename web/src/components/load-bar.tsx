import { useLiveValue } from '../live/live.js';
import type { LiveList, LiveOf } from '../live/live-store.js';
import { words } from '../language/words.js';
import { amps, percent } from '../language/format.js';
import { Quantity } from './quantity.js';
import './load-bar.css';

interface LoadBarProps<L extends LiveList> {
  readonly list: L;
  readonly id: string;
  /** The name of the bar, for screen readers. */
  readonly label: string;
  /** A. */
  readonly current: (object: LiveOf<L> | undefined) => number | undefined;
  /** A; without it only the number is shown. */
  readonly rated: number | undefined;
}

/** The share of the rating above which a circuit should not be loaded permanently. */
export const WARN_SHARE = 0.8;

/** A current against its rating: a bar and the numbers, with a warning colour when the load is too high. */
export function LoadBar<L extends LiveList>({ list, id, label, current, rated }: LoadBarProps<L>) {
  // The bar is rounded to a thousandth, which is finer than visible, so that small changes do not redraw it.
  const value = useLiveValue(list, id, (object) => current(object));
  return <AmpsBar label={label} value={value} rated={rated} />;
}

interface AmpsBarProps {
  /** The name of the bar, for screen readers. */
  readonly label: string;
  /** A; undefined: unknown. */
  readonly value: number | undefined;
  /** A; without it only the number is shown. */
  readonly rated: number | undefined;
  /** The share of the rating above which the load is too high for long. */
  readonly warnShare?: number;
}

/** The same for a current that is no live reading. */
export function AmpsBar({ label, value, rated, warnShare = WARN_SHARE }: AmpsBarProps) {
  const share = value === undefined || !rated ? undefined : value / rated;
  const level = share === undefined || share < warnShare ? 'ok' : share < 1 ? 'warn' : 'bad';
  return (
    <div className="load" data-level={level}>
      {rated !== undefined && (
        <div
          className="load-track live-picture"
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={rated}
          aria-valuenow={value ?? 0}
          aria-valuetext={`${amps(value)} ${words.overview.loadOf(amps(rated))}`}
        >
          <div className="load-fill" style={{ transform: `scaleX(${Math.min(1, share ?? 0).toFixed(3)})` }} />
          <div className="load-mark" style={{ left: `${warnShare * 100}%` }} />
        </div>
      )}
      <div className="load-text">
        <span className="live load-value">
          <Quantity text={amps(value)} />
        </span>
        {rated === undefined ? (
          <span>{words.overview.noRating}</span>
        ) : (
          <span>
            {words.overview.loadOf(`${rated} A`)} ·{' '}
            <span className="live load-share">{percent(share && share * 100)}</span>
          </span>
        )}
      </div>
    </div>
  );
}
