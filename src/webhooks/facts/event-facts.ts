import { Injectable } from '@nestjs/common';
import type { EventOccurrence } from '../../actions/event-occurrence.js';
import { Clock } from '../../common/clock.js';
import { RuleJournalService } from '../../events/occurrences/rule-journal.service.js';
import { needsOfObject } from '../../events/object-access.js';
import { RulesService } from '../../events/rules.service.js';
import { needsOf } from '../webhook-types.js';
import type { Fact } from '../webhook-fact.js';

/** Makes facts of events that trigger, and of those that no longer hold for an object. */
@Injectable()
export class EventFacts {
  constructor(
    private readonly journal: RuleJournalService,
    private readonly rules: RulesService,
    private readonly clock: Clock,
  ) {}

  /** Calls back with each fact from now on. */
  follow(emit: (fact: Fact) => void): void {
    this.journal.onRecord((_, recorded) => recorded.forEach((occurrence) => emit(triggered(occurrence))));
    this.rules.onEdge(({ edge, occurrence }) => {
      if (edge === 'ended') emit(this.#ended(occurrence));
    });
  }

  #ended({ eventId, code, eventName: name, object, objectKind, objectId, objectName }: EventOccurrence): Fact {
    return {
      type: 'event.ended',
      at: this.clock.now(),
      needs: [...needsOf('event.ended'), ...needsOfObject(objectKind, objectId)],
      data: () => ({ eventId, code, name, object, ...objectNamed(objectName) }),
    };
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
