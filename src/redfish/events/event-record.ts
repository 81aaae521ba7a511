import type { Need } from '../../outbox/need.js';
import { textOf } from '../protocol/redfish-error.js';
import type { Json } from '../protocol/provider.js';
import { EVENT_TYPE, type ResourceType } from '../versions.js';
import { EVENT_MESSAGES, type EventMessageId } from './event-messages.js';
import type { EventFilters } from './subscription.entity.js';

/** Something that has happened, before it is written for a subscription. */
export interface RedfishEvent {
  readonly message: EventMessageId;
  readonly args: readonly string[];
  /** The resource that it happened to, and the type of that. */
  readonly origin?: string | undefined;
  readonly type?: ResourceType | undefined;
  /** The rights that reading of it needs. */
  readonly needs: readonly Need[];
  /** The id that the sender of a test event asked for. */
  readonly eventId?: string | undefined;
  /** The text and severity that the sender of a test event asked for. */
  readonly text?: string | undefined;
  readonly severity?: string | undefined;
}

/** An event with its number and its time. */
export interface NumberedEvent extends RedfishEvent {
  readonly id: number;
  readonly at: string;
}

/** An event as a member of `Events`. */
export function recordOf(event: NumberedEvent): Json {
  const [severity, , resolution] = EVENT_MESSAGES[event.message];
  return {
    MemberId: '0',
    EventType: 'Alert',
    EventId: event.eventId ?? String(event.id),
    EventTimestamp: event.at,
    MessageId: event.message,
    MessageArgs: event.args,
    Message: event.text ?? textOf(EVENT_MESSAGES[event.message], event.args),
    MessageSeverity: event.severity ?? severity,
    Resolution: resolution,
    ...(event.origin !== undefined && { OriginOfCondition: { '@odata.id': event.origin } }),
  };
}

/** Events as they are sent. */
export const eventPayload = (id: number, context: string, records: readonly Json[]): Json => ({
  '@odata.type': EVENT_TYPE,
  Id: String(id),
  Name: 'Event',
  ...(context !== '' && { Context: context }),
  Events: records,
});

/** True if a subscription with these filters gets the event. */
export function passes(event: RedfishEvent, filters: EventFilters): boolean {
  const prefix = event.message.slice(0, event.message.indexOf('.'));
  const severity = event.severity ?? EVENT_MESSAGES[event.message][0];
  const has = (list: readonly string[], value: string | undefined): boolean =>
    list.length === 0 || (value !== undefined && list.includes(value));
  return (
    has(filters.RegistryPrefixes, prefix) &&
    has(filters.ResourceTypes, event.type) &&
    (filters.MessageIds.length === 0 || filters.MessageIds.some((id) => isMessage(id, event.message))) &&
    has(filters.Severities, severity) &&
    !filters.ExcludeMessageIds.some((id) => isMessage(id, event.message)) &&
    !filters.ExcludeRegistryPrefixes.includes(prefix) &&
    isOfOrigin(event.origin, filters)
  );
}

/** True for the id of a message, also with the third number of the version or without a registry. */
export const isMessage = (given: string, id: EventMessageId): boolean => {
  const parts = given.split('.');
  const key = parts.at(-1);
  if (parts.length === 1) return id.endsWith(`.${key}`);
  return `${parts.slice(0, 3).join('.')}.${key}` === id || given === id;
};

function isOfOrigin(
  origin: string | undefined,
  { OriginResources: origins, SubordinateResources: below }: EventFilters,
) {
  if (origins.length === 0) return true;
  return origin !== undefined && origins.some((each) => origin === each || (below && origin.startsWith(`${each}/`)));
}

export const NO_FILTERS: EventFilters = {
  RegistryPrefixes: [],
  ResourceTypes: [],
  MessageIds: [],
  OriginResources: [],
  Severities: [],
  ExcludeMessageIds: [],
  ExcludeRegistryPrefixes: [],
  SubordinateResources: false,
};
