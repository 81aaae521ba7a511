import { useLiveFact } from '../live/live.js';
import type { LiveList, LiveOf } from '../live/live-store.js';

interface LiveValueProps<L extends LiveList> {
  readonly list: L;
  readonly id: string;
  /** What stands there: `(outlet) => amps(outlet?.currentRms)`. */
  readonly text: (thing: LiveOf<L> | undefined) => string;
  /** Room for so many characters, so that nothing moves when the value gets longer. */
  readonly width?: number;
}

/** A value that changes every second: the only thing that is rendered again when it does. */
export function LiveValue<L extends LiveList>({ list, id, text, width = 8 }: LiveValueProps<L>) {
  const shown = useLiveFact(list, id, text);
  return (
    <span className="live" style={{ display: 'inline-block', minWidth: `${width}ch`, textAlign: 'right' }}>
      {shown}
    </span>
  );
}
