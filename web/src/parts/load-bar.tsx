import { useLiveFact } from '../live/live.js';
import type { LiveList, LiveOf } from '../live/live-store.js';
import { en } from '../language/en.js';
import { amps, percent } from '../language/format.js';
import './load-bar.css';

interface LoadBarProps<L extends LiveList> {
  readonly list: L;
  readonly id: string;
  /** Its name, for who cannot see the bar. */
  readonly label: string;
  /** A. */
  readonly current: (thing: LiveOf<L> | undefined) => number | undefined;
  /** A; without it there is only the number. */
  readonly rated: number | undefined;
}

/** From this share of the rating on a circuit is loaded more than is good for the long run. */
export const WARN_SHARE = 0.8;

/** A current against its rating: a bar, the numbers beside it, and a word when it is too much. */
export function LoadBar<L extends LiveList>({ list, id, label, current, rated }: LoadBarProps<L>) {
  // A thousandth is more than anybody sees, and a bar that stands still is not drawn again.
  const value = useLiveFact(list, id, (thing) => current(thing));
  const share = value === undefined || !rated ? undefined : value / rated;
  const level = share === undefined || share < WARN_SHARE ? 'ok' : share < 1 ? 'warn' : 'bad';
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
          aria-valuetext={`${amps(value)} ${en.overview.loadOf(amps(rated))}`}
        >
          <div className="load-fill" style={{ transform: `scaleX(${Math.min(1, share ?? 0).toFixed(3)})` }} />
          <div className="load-mark" style={{ left: `${WARN_SHARE * 100}%` }} />
        </div>
      )}
      <div className="load-text">
        <span className="live load-value">{amps(value)}</span>
        {rated === undefined ? (
          <span>{en.overview.noRating}</span>
        ) : (
          <span>
            {en.overview.loadOf(`${rated} A`)} ·{' '}
            <span className="live load-share">{percent(share && share * 100)}</span>
          </span>
        )}
      </div>
    </div>
  );
}
