import { ApiPropertyOptional } from '@nestjs/swagger';

/** A setting is a plain value; of everything else, members by their names. */
const ANY = { oneOf: ['string', 'number', 'boolean', 'object'].map((type) => ({ type })) };

/** One difference between what is and what a document says. Secrets show as dashes. */
export class ConfigChange {
  kind: 'created' | 'changed' | 'removed';
  /** Section and id, or section and key: `groups.1`, `settings.deviceName`. */
  path: string;
  /** What it was: the whole of what is removed, else the members that change. */
  @ApiPropertyOptional(ANY)
  before?: unknown;
  /** What it will be: the whole of what is created, else the members that change. */
  @ApiPropertyOptional(ANY)
  after?: unknown;
}
