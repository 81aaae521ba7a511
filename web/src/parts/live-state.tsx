import { en } from '../language/en.js';
import { duration } from '../language/format.js';
import { OLD_AFTER } from '../live/live-connection.js';
import { useLiveStatus } from '../live/live.js';
import { Word } from './word.js';

const TONES = { connecting: 'quiet', live: 'ok', lost: 'bad' } as const;

/** How the stream stands, in a word. */
export function LivePill() {
  const { state } = useLiveStatus();
  return (
    <span data-testid="live-state">
      <Word tone={TONES[state]}>{en.live[state]}</Word>
    </span>
  );
}

/** True while what is shown is not what is measured now. */
export function useIsOld(): boolean {
  const { state, age } = useLiveStatus();
  return state === 'lost' || (state === 'live' && age > OLD_AFTER);
}

/** Says in the header that what the page shows is old, and how old. The age is not read out each second. */
export function LiveBanner() {
  const { state, age } = useLiveStatus();
  const isSilent = state === 'live' && age > OLD_AFTER;
  if (state !== 'lost' && !isSilent) return null;
  const [title, text] = isSilent
    ? [en.live.silentTitle, en.live.silent(duration(age))]
    : [en.live.lostTitle, en.live.lostSince(duration(age))];
  return (
    <div className="live-banner" data-silent={isSilent || undefined}>
      <b role="alert">{title}</b> <span aria-hidden="true">{text}</span>
      {!isSilent && (
        <span aria-hidden="true" className="mantine-visible-from-sm">
          {en.live.reconnecting}
        </span>
      )}
    </div>
  );
}

/** "as it was 12 s ago", while the connection is lost or the hardware is silent. */
export function LiveAge() {
  const { age } = useLiveStatus();
  const isOld = useIsOld();
  return <span className="live">{isOld ? en.live.asOf(duration(age)) : ''}</span>;
}
