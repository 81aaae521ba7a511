import { useLiveValue } from '../live/live.js';
import { Quantity } from './quantity.js';
import type { LiveList, LiveOf } from '../live/live-store.js';

interface LiveValueProps<L extends LiveList> {
  readonly list: L;
  readonly id: string;
  /** The text of the value: `(outlet) => amps(outlet?.currentRms)`. */
  readonly text: (object: LiveOf<L> | undefined) => string;
  /** The width in characters, reserved so that nothing moves when the value gets longer. */
  readonly width?: number;
}

/** A value that changes every second; only this component is rendered again when it does. */
export function LiveValue<L extends LiveList>({ list, id, text, width = 8 }: LiveValueProps<L>) {
  const shown = useLiveValue(list, id, text);
  return (
    <span className="live" style={{ display: 'inline-block', minWidth: `${width}ch`, textAlign: 'right' }}>
      <Quantity text={shown} />
    </span>
  );
}
