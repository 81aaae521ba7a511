import { ApiProperty } from '@nestjs/swagger';
import type { PduEventEntity } from './fleet-event.entity.js';

/** An event of a PDU. */
export class FleetEventView {
  /** Rises in the order in which the hub has stored them. */
  id: number;
  /** Id of the PDU. */
  pdu: string;
  /** ISO 8601, UTC. */
  time: string;
  code: string;
  /** Id of the object at the PDU, for example 1-1200578. */
  object: string;
  /** A sentence. */
  text: string;
  /** The reading; null where there is none. */
  @ApiProperty({ type: Number, nullable: true })
  value: number | null;
  /** The limit that it has passed; null where there is none. */
  @ApiProperty({ type: Number, nullable: true })
  limit: number | null;
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

export function fleetEventView(event: PduEventEntity): FleetEventView {
  const { id, pdu, at, code, object, text, value, limit, severity, raised } = event;
  return { id, pdu, time: new Date(at).toISOString(), code, object, text, value, limit, severity, raised };
}
