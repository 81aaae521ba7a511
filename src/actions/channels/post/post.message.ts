import { createHash } from 'node:crypto';
import { rounded } from '../../../common/units.js';
import type { EventOccurrence } from '../../event-occurrence.js';

/** The measurements in a post; circuits are the banks. */
export type PostStats = 'none' | 'inlets' | 'sensors' | 'outlets' | 'circuits';

/** The measurements as the API answers them, under the name that the receiver knows them by. */
export type Measurements = Readonly<Partial<Record<Exclude<PostStats, 'none'>, readonly object[]>>>;

/** The body of a post: the product family's members first, then ours. */
export interface PostMessage extends Measurements {
  readonly eventCode: number;
  readonly eventName: string;
  readonly enclosureSerialNumber: string;
  /** Only for an event with a measured value. */
  readonly valueExceedingThreshold?: number | undefined;
  readonly eventId: number;
  readonly deviceName: string;
  /** ISO 8601. */
  readonly time: string;
  readonly object: string;
  readonly objectKind: string;
  readonly objectId: string;
  /** The name that an operator has given it, or its default name. */
  readonly objectName?: string | undefined;
  /** A sentence, where there is more to say. */
  readonly detail?: string | undefined;
  /** The name of the measure, such as "Current". */
  readonly label?: string | undefined;
  readonly unit?: string | undefined;
  readonly limit?: number | undefined;
  readonly heldSeconds?: number | undefined;
}

export interface PostDevice {
  readonly name: string;
  readonly serialNumber: string;
}

export const postMessage = (
  occurrence: EventOccurrence,
  device: PostDevice,
  measurements: Measurements,
): PostMessage => ({
  eventCode: occurrence.code,
  eventName: occurrence.eventName,
  enclosureSerialNumber: device.serialNumber,
  valueExceedingThreshold: rounded(occurrence.reading?.value),
  ...measurements,
  eventId: occurrence.eventId,
  deviceName: device.name,
  time: new Date(occurrence.at).toISOString(),
  object: occurrence.object,
  objectKind: occurrence.objectKind,
  objectId: occurrence.objectId,
  objectName: occurrence.objectName,
  detail: occurrence.detail,
  label: occurrence.reading?.label,
  unit: occurrence.reading?.unit,
  limit: rounded(occurrence.reading?.limit),
  heldSeconds: rounded(occurrence.heldSeconds),
});

/** The same for each attempt of one action for one occurrence: the receiver recognises a repeated post. */
export function idempotencyKey(
  occurrence: EventOccurrence,
  serialNumber: string,
  url: string,
  stats: PostStats,
): string {
  const { eventId, code, objectId, at } = occurrence;
  return createHash('sha256')
    .update(JSON.stringify([serialNumber, eventId, code, objectId, at, url, stats]))
    .digest('hex')
    .slice(0, 32);
}
