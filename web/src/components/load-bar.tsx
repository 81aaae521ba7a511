import { useLiveValue } from '../live/live.js';
import type { LiveList, LiveOf } from '../live/live-store.js';
import { words } from '../language/words.js';
import { amps, percent } from '../language/format.js';
import type { AlarmMark } from './alarms.js';
import { StateLabel } from './state-label.js';
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
  /** The mark of the worst alarm at this circuit. */
  readonly alarm?: AlarmMark | undefined;
}

/** The share of the rating above which a circuit should not be loaded permanently. */
export const WARN_SHARE = 0.8;

/** A current against its rating: a bar and the numbers, with a warning colour when the load is too high. */
export function LoadBar<L extends LiveList>({ list, id, label, current, rated, alarm }: LoadBarProps<L>) {
  // The bar is rounded to a thousandth, which is finer than visible, so that small changes do not redraw it.
  const value = useLiveValue(list, id, (object) => current(object));
  return <AmpsBar label={label} value={value} rated={rated} alarm={alarm} />;
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
  readonly alarm?: AlarmMark | undefined;
}

/** The same for a current that is no live reading. */
export function AmpsBar({ label, value, rated, warnShare = WARN_SHARE, alarm }: AmpsBarProps) {
  const share = value === undefined || !rated ? undefined : value / rated;
  const byLoad = share === undefined || share < warnShare ? 'ok' : share < 1 ? 'warn' : 'bad';
  const tone = alarm === 'past' ? undefined : alarm;
  const level = tone === 'bad' || byLoad === 'ok' ? (tone ?? byLoad) : byLoad;
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
          <div className="load-mark" style={{ insetInlineStart: `${warnShare * 100}%` }} />
        </div>
      )}
      <div className="load-text">
        <span className="live load-value">
          <Quantity text={amps(value)} />
        </span>
        {alarm && (
          <span data-as-of={alarm === 'past' || undefined}>
            <StateLabel tone={tone ?? 'quiet'} isLive>
              {words.overview.alarm}
            </StateLabel>
          </span>
        )}
        {rated === undefined ? (
          <span>{words.overview.noRating}</span>
        ) : (
          <span>
            {/* Isolated as each quantity is, beside a name from right to left. */}
            <bdi>{words.overview.loadOf(`${rated}\u202fA`)}</bdi> ·{' '}
            <span className="live load-share" data-none={value === 0 || undefined}>
              {percent(share && share * 100)}
            </span>
          </span>
        )}
      </div>
    </div>
  );
}
