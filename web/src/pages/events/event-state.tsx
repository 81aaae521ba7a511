import { words } from '../../language/words.js';
import { duration } from '../../language/format.js';
import { TRIGGERED } from '../../components/alarm-order.js';
import { StateLabel } from '../../components/state-label.js';
import type { Event } from './event-texts.js';

interface EventStateProps {
  readonly event: Pick<Event, 'enabled' | 'triggered' | 'numTicksBeyond'>;
  /** False if this model does not support the event. */
  readonly isAvailable: boolean;
}

/** The state of an event as a short text. */
export function EventState({ event: { enabled, triggered, numTicksBeyond }, isAvailable }: EventStateProps) {
  if (!enabled) return <StateLabel tone="quiet">{words.events.disabled}</StateLabel>;
  if (!isAvailable) return <StateLabel tone="warn">{words.rules.notHere}</StateLabel>;
  if (triggered) return <StateLabel tone={TRIGGERED}>{words.events.triggered}</StateLabel>;
  if (numTicksBeyond === undefined) return <StateLabel tone="quiet">–</StateLabel>;
  if (numTicksBeyond > 0) return <StateLabel tone="warn">{words.events.beyond(duration(numTicksBeyond))}</StateLabel>;
  return <StateLabel tone="ok">{words.events.waiting}</StateLabel>;
}
