import { words } from '../language/words.js';
import { duration } from '../language/format.js';
import { OLD_AFTER } from '../live/live-connection.js';
import { useIsSilent, useLiveStatus } from '../live/live.js';
import { StateLabel } from './state-label.js';

const TONES = { connecting: 'quiet', live: 'ok', lost: 'bad' } as const;

/** The state of the stream as a short text; it is not live while all it brings is old values. */
export function LivePill() {
  const { state } = useLiveStatus();
  const isSilent = useIsSilent();
  return (
    <span data-testid="live-state">
      <StateLabel tone={isSilent ? 'bad' : TONES[state]}>
        {isSilent ? words.live.oldTitle : words.live[state]}
      </StateLabel>
    </span>
  );
}

/** True while the values on the screen are not current. */
export function useIsOld(): boolean {
  const { state, age } = useLiveStatus();
  return state === 'lost' || (state === 'live' && age > OLD_AFTER);
}

/**
 * A warning in the header that the values are old, with their age, which screen readers do not announce each second.
 */
export function LiveBanner() {
  const { state, age } = useLiveStatus();
  const isStale = useIsSilent();
  if (state !== 'lost' && !isStale) return null;
  const [title, text] = isStale
    ? [words.live.staleTitle, words.live.stale(duration(age))]
    : [words.live.lostTitle, words.live.lostSince(duration(age))];
  return (
    <div className="live-banner" data-stale={isStale || undefined}>
      <b role="alert">{title}</b> <span aria-hidden="true">{text}</span>
      {!isStale && (
        <span aria-hidden="true" className="mantine-visible-from-sm">
          {words.live.reconnecting}
        </span>
      )}
    </div>
  );
}

/** "as of 12 s ago", while the connection is lost or the hardware does not respond. */
export function LiveAge() {
  const { age } = useLiveStatus();
  const isOld = useIsOld();
  return <span className="live">{isOld ? words.live.asOf(duration(age)) : ''}</span>;
}
