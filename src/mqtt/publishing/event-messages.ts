import { Injectable } from '@nestjs/common';
import type { Access } from '../../common/access.js';
import { mayRead } from '../../events/object-access.js';
import { RulesService, type EventEdge } from '../../events/rules.service.js';

/** The message about an event that triggers or ends. */
export interface EventMessage {
  /** JSON. */
  readonly payload: string;
  /** True for a role that may view the event and what it watches. */
  readonly mayRead: (access: Access) => boolean;
}

/** The events of the product as messages. */
@Injectable()
export class EventMessages {
  constructor(private readonly rules: RulesService) {}

  /** Calls the listener when an event triggers or ends. */
  onMessage(listener: (message: EventMessage) => void): void {
    this.rules.onEdge((edge) => listener(messageOf(edge)));
  }
}

const messageOf = ({ edge, occurrence }: EventEdge): EventMessage => {
  const { eventId, at, code, eventName, object, objectKind, objectId, reading } = occurrence;
  return {
    payload: JSON.stringify({
      id: eventId,
      time: new Date(at).toISOString(),
      code,
      name: eventName,
      edge,
      object,
      value: reading?.value,
      unit: reading?.unit,
      limit: reading?.limit,
    }),
    mayRead: (access) => access.can('viewEventActions') && mayRead(access, objectKind, objectId),
  };
};
