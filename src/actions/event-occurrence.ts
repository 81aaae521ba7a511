/** The kind of the object of an occurrence. */
export type EventObjectKind = 'inlet' | 'line' | 'bank' | 'outlet' | 'sensor' | 'hub' | 'system' | 'network';

/** The measurement that made an event trigger, in the unit of its label. */
export interface OccurrenceReading {
  readonly label: string;
  readonly value: number;
  readonly unit: string;
  readonly limit: number;
}

/** An object by the names that it had at one moment. */
export interface NamedObject {
  /** The name that an operator has given it, or its default name. */
  readonly objectName?: string;
  /** Its number and the name that an operator has given it, as one line: "Outlet 7 (db-master)". */
  readonly objectTitle?: string;
}

/** An event that has just triggered: what it saw, when, and which actions it asks for, in their order. */
export interface EventOccurrence extends NamedObject {
  readonly eventId: number;
  readonly eventName: string;
  /** The event code. */
  readonly code: number;
  readonly params: readonly string[];
  /** Calendar milliseconds. */
  readonly at: number;
  /** The kind and id of the object, the same whatever its name is: "bank 1200578". */
  readonly object: string;
  readonly objectKind: EventObjectKind;
  readonly objectId: string;
  /** A sentence that says more than the object's name. */
  readonly detail?: string;
  readonly reading?: OccurrenceReading;
  readonly heldSeconds?: number;
  readonly actionIds: readonly number[];
  /** Id of the user who made or last changed the event; absent where nobody did, as in a configuration document. */
  readonly maker?: string;
  /** Number of automatic steps that led here: 0 for an event that no action caused. */
  readonly depth: number;
  /** Id of the object whose automatic switching led here; absent where none did. */
  readonly movedObject?: string;
  /** Id of its entry in the audit log; absent where none was written. */
  readonly entry?: number | undefined;
}
