import type { EventOccurrence } from '../../actions/event-occurrence.js';
import { rounded } from '../../common/units.js';
import { DEVICE, type CompiledRule, type Watch } from './compiled-rule.js';
import type { EvaluationContext } from './evaluation-context.js';
import type { Trigger } from './rule-engine.js';

/** The members of an event that its occurrences repeat. */
export interface OccurredEvent {
  readonly id: number;
  readonly name: string;
  readonly code: number;
  readonly params: readonly string[];
  readonly actions: readonly number[];
  readonly maker?: string | null;
}

/** The occurrence with its event, object and measured value, and for how long the condition held. */
export function createOccurrence(
  event: OccurredEvent,
  compiled: CompiledRule,
  trigger: Trigger,
  context: EvaluationContext,
  { depth, movedObject }: Pick<EventOccurrence, 'depth' | 'movedObject'>,
): EventOccurrence {
  const watched = trigger.watch?.object ?? DEVICE;
  const { kind, id, name } = watched;
  const detail = trigger.watch?.detail?.(context);
  const reading = trigger.watch && readingOf(compiled, trigger.watch, context);
  return {
    eventId: event.id,
    eventName: event.name,
    code: event.code,
    params: event.params,
    at: context.now.takenAt,
    object: name,
    objectKind: kind,
    objectId: id,
    ...context.namesOf(watched),
    ...(detail !== undefined && { detail }),
    ...(reading && { reading }),
    ...(trigger.heldFor !== undefined && { heldSeconds: trigger.heldFor / 1000 }),
    actionIds: event.actions,
    ...(event.maker && { maker: event.maker }),
    depth,
    ...(movedObject !== undefined && { movedObject }),
  };
}

function readingOf(compiled: CompiledRule, { measure }: Watch, context: EvaluationContext): EventOccurrence['reading'] {
  const value = measure?.(context);
  if (compiled.kind !== 'level' || !compiled.limit || value === undefined) return undefined;
  const { label, unit, limit } = compiled.limit;
  return { label, value: rounded(value), unit, limit };
}
