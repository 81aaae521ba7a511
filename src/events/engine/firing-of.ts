import type { Firing } from '../../actions/firing.js';
import { rounded } from '../../kernel/units.js';
import { DEVICE, type Armed, type Watch } from './armed.js';
import type { Frame } from './frame.js';
import type { Trigger } from './rule-engine.js';

/** What a firing tells of its event. */
export interface FiringEvent {
  readonly id: number;
  readonly name: string;
  readonly code: number;
  readonly params: readonly string[];
  readonly actions: readonly number[];
  readonly maker?: string | null;
}

/** What a firing tells: the event, the thing, its measurement and for how long it held. */
export function firingOf(event: FiringEvent, armed: Armed, trigger: Trigger, frame: Frame, depth: number): Firing {
  const { kind, id, name } = trigger.watch?.object ?? DEVICE;
  const detail = trigger.watch?.detail?.(frame);
  const reading = trigger.watch && readingOf(armed, trigger.watch, frame);
  return {
    eventId: event.id,
    eventName: event.name,
    code: event.code,
    params: event.params,
    at: frame.now.takenAt,
    object: name,
    objectKind: kind,
    objectId: id,
    ...(detail !== undefined && { detail }),
    ...(reading && { reading }),
    ...(trigger.heldFor !== undefined && { heldSeconds: trigger.heldFor / 1000 }),
    actionIds: event.actions,
    ...(event.maker && { maker: event.maker }),
    depth,
  };
}

function readingOf(armed: Armed, { measure }: Watch, frame: Frame): Firing['reading'] {
  const value = measure?.(frame);
  if (armed.kind !== 'level' || !armed.limit || value === undefined) return undefined;
  const { label, unit, limit } = armed.limit;
  return { label, value: rounded(value), unit, limit };
}
