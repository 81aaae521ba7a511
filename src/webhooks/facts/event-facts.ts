import { Injectable } from '@nestjs/common';
import type { EventOccurrence } from '../../actions/event-occurrence.js';
import { Clock } from '../../common/clock.js';
import { RuleJournalService, type RuleChange } from '../../events/occurrences/rule-journal.service.js';
import { needsOfObject } from '../../events/object-access.js';
import { EventObjectNames } from '../../events/event-object-names.js';
import { EventStore } from '../../events/event.store.js';
import { RulesService } from '../../events/rules.service.js';
import { needsOf } from '../webhook-types.js';
import type { Fact } from '../webhook-fact.js';

/** Makes facts of events that trigger, and of those that no longer hold for an object. */
@Injectable()
export class EventFacts {
  /** The objects for which each event has triggered. */
  readonly #triggered = new Map<number, ReadonlySet<string>>();

  constructor(
    private readonly journal: RuleJournalService,
    private readonly rules: RulesService,
    private readonly events: EventStore,
    private readonly clock: Clock,
    private readonly names: EventObjectNames,
  ) {}

  /** Calls back with each fact from now on. */
  async follow(emit: (fact: Fact) => void): Promise<void> {
    for (const [id, { triggered }] of await this.journal.ruleStates()) this.#triggered.set(id, new Set(triggered));
    this.events.onChange((changes) => {
      for (const { id, after } of changes) if (!after) this.#triggered.delete(Number(id));
    });
    this.journal.onRecord((changes, recorded) => {
      for (const occurrence of recorded) emit(triggered(occurrence));
      for (const change of changes) this.#ended(change).forEach(emit);
    });
  }

  #ended({ eventId, eventName: name, ruleState }: RuleChange): Fact[] {
    if (!ruleState) return [];
    const before = this.#triggered.get(eventId) ?? new Set();
    const now = new Set(ruleState.triggered);
    this.#triggered.set(eventId, now);
    const event = this.events.get(eventId);
    if (!event || [...before].every((id) => now.has(id))) return [];
    return this.rules
      .objectsOf(event)
      .filter(({ id }) => before.has(id) && !now.has(id))
      .map(({ kind, id, name: object }) => ({
        type: 'event.ended',
        at: this.clock.now(),
        needs: [...needsOf('event.ended'), ...needsOfObject(kind, id)],
        data: () => ({
          eventId,
          code: event.code,
          name,
          object,
          ...objectNamed(this.names.of({ kind, id }).objectName),
        }),
      }));
  }
}

const objectNamed = (objectName: string | undefined) => objectName !== undefined && { objectName };

function triggered({
  eventId,
  code,
  eventName: name,
  at,
  object,
  objectKind,
  objectId,
  objectName,
  ...rest
}: EventOccurrence): Fact {
  const { reading, heldSeconds } = rest;
  return {
    type: 'event.triggered',
    at,
    needs: [...needsOf('event.triggered'), ...needsOfObject(objectKind, objectId)],
    data: () => ({
      ...{ eventId, code, name, object },
      ...objectNamed(objectName),
      ...reading,
      ...(heldSeconds !== undefined && { heldSeconds }),
    }),
  };
}
