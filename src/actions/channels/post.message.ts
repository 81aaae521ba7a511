import { createHash } from 'node:crypto';
import { rounded } from '../../kernel/units.js';
import type { Firing } from '../firing.js';

/** Which measurements a post carries; circuits are the banks. */
export type PostStats = 'none' | 'inlets' | 'sensors' | 'outlets' | 'circuits';

/** The measurements as the API answers them, under the name that the receiver knows them by. */
export type Measurements = Readonly<Partial<Record<Exclude<PostStats, 'none'>, readonly object[]>>>;

/** The body of a post: the product family's members first, then ours. */
export interface PostMessage extends Measurements {
  readonly eventCode: number;
  readonly eventName: string;
  readonly enclosureSerialNumber: string;
  /** Only where the event looks at a number. */
  readonly valueExceedingThreshold?: number | undefined;
  readonly eventId: number;
  readonly deviceName: string;
  /** ISO 8601. */
  readonly time: string;
  readonly object: string;
  readonly objectKind: string;
  readonly objectId: string;
  /** A sentence, where there is more to say. */
  readonly detail?: string | undefined;
  /** What the value is, such as "Current". */
  readonly label?: string | undefined;
  readonly unit?: string | undefined;
  readonly limit?: number | undefined;
  readonly heldSeconds?: number | undefined;
}

export interface PostDevice {
  readonly name: string;
  readonly serialNumber: string;
}

export const postMessage = (firing: Firing, device: PostDevice, measurements: Measurements): PostMessage => ({
  eventCode: firing.code,
  eventName: firing.eventName,
  enclosureSerialNumber: device.serialNumber,
  valueExceedingThreshold: rounded(firing.reading?.value),
  ...measurements,
  eventId: firing.eventId,
  deviceName: device.name,
  time: new Date(firing.at).toISOString(),
  object: firing.object,
  objectKind: firing.objectKind,
  objectId: firing.objectId,
  detail: firing.detail,
  label: firing.reading?.label,
  unit: firing.reading?.unit,
  limit: rounded(firing.reading?.limit),
  heldSeconds: rounded(firing.heldSeconds),
});

/** The same for each attempt of one action for one firing: the receiver can tell a repeated post. */
export function idempotencyKey(firing: Firing, serialNumber: string, url: string, stats: PostStats): string {
  const { eventId, code, objectId, at } = firing;
  return createHash('sha256')
    .update(JSON.stringify([serialNumber, eventId, code, objectId, at, url, stats]))
    .digest('hex')
    .slice(0, 32);
}
