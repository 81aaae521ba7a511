import { ApiProperty } from '@nestjs/swagger';
import type { PduEventEntity } from './fleet-event.entity.js';

/** An event of a PDU. */
export class FleetEventView {
  /** Rises in the order in which the hub has stored them. @example 901 */
  id: number;
  /** Id of the PDU. @example "pdu-7f3a" */
  pdu: string;
  /** Name of the PDU in the hub. @example "Rack 7 left" */
  pduName: string;
  /** ISO 8601, UTC. */
  time: string;
  /** @example "HIGH_LOAD" */
  code: string;
  /** Id of the user's event at the PDU; null for all others. @example 12 */
  @ApiProperty({ type: Number, nullable: true })
  eventId: number | null;
  /** Id of the object at the PDU, for example 1-1200578. @example "1200578" */
  object: string;
  /** A sentence. @example "Left side: The load is high." */
  text: string;
  /** The reading; null where there is none. @example 16.3 */
  @ApiProperty({ type: Number, nullable: true })
  value: number | null;
  /** The limit that it has passed; null where there is none. @example 16 */
  @ApiProperty({ type: Number, nullable: true })
  limit: number | null;
  /** @example "warning" */
  @ApiProperty({ enum: ['info', 'warning', 'critical'] })
  severity: PduEventEntity['severity'];
  /** False for the end of what was raised before. */
  raised: boolean;
}

/** A page of events, the newest first. */
export class FleetEventsView {
  items: FleetEventView[];
  /** Send it as `after` to get the next page; null on the last one. */
  @ApiProperty({ type: String, nullable: true })
  next: string | null;
}

export function fleetEventView(event: PduEventEntity, pduName: string): FleetEventView {
  const { id, pdu, at, code, event: eventId, object, text, value, limit, severity, raised } = event;
  return {
    ...{ id, pdu, pduName, time: new Date(at).toISOString(), code, eventId: eventId === 0 ? null : eventId },
    ...{ object, text, value, limit, severity, raised },
  };
}
