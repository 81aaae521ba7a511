import { ApiPropertyOptional } from '@nestjs/swagger';

/** The schema of a change: a setting is a plain value, everything else an object of members. */
const ANY = { oneOf: ['string', 'number', 'boolean', 'object'].map((type) => ({ type })) };

/** One difference between the present configuration and a document. Secrets show as dashes. */
export class ConfigChange {
  kind: 'created' | 'changed' | 'removed';
  /** Section and id, or section and key: `groups.1`, `settings.deviceName`. */
  path: string;
  /** The present value: all of an object that is removed, else the members that change. */
  @ApiPropertyOptional(ANY)
  before?: unknown;
  /** The new value: all of an object that is created, else the members that change. */
  @ApiPropertyOptional(ANY)
  after?: unknown;
}
