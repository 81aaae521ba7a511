import { en } from '../../language/en.js';
import { duration } from '../../language/format.js';
import { Word } from '../../parts/word.js';
import type { Event } from './event-words.js';

interface EventStateProps {
  readonly event: Pick<Event, 'enabled' | 'triggered' | 'numTicksBeyond'>;
  /** False: this model cannot raise it. */
  readonly isAvailable: boolean;
}

/** How an event stands now. */
export function EventState({ event: { enabled, triggered, numTicksBeyond }, isAvailable }: EventStateProps) {
  if (!enabled) return <Word tone="quiet">{en.events.disabled}</Word>;
  if (!isAvailable) return <Word tone="warn">{en.rules.notHere}</Word>;
  if (triggered) return <Word tone="bad">{en.events.triggered}</Word>;
  if (numTicksBeyond === undefined) return <Word tone="quiet">–</Word>;
  if (numTicksBeyond > 0) return <Word tone="warn">{en.events.beyond(duration(numTicksBeyond))}</Word>;
  return <Word tone="ok">{en.events.waiting}</Word>;
}
