import { applyDecorators } from '@nestjs/common';
import { ApiError } from './errors.js';
import { IsOf, Optional } from './dto-decorators.js';
import { kindOf } from './values.js';

const OWN_ID = kindOf('the id of the path, as text or as a number', (given) => {
  if (Number.isSafeInteger(given)) return String(given);
  return typeof given === 'string' && given.length <= 100 ? given : undefined;
});

/**
 * The id of the object in the path, which a body may repeat: published clients send back the object that they have
 * read, with ids as text or as numbers. Passed on as text; {@link assertOwnId} compares it.
 */
export const IsOwnId = () =>
  applyDecorators(Optional(), IsOf(OWN_ID, { oneOf: [{ type: 'string' }, { type: 'integer' }], required: false }));

/** Throws 422 unless the id that a body repeats is the id of the object in the path or one of its other names. */
export function assertOwnId(sent: string | undefined, id: string, ...others: string[]): void {
  if (sent === undefined || sent === id || others.includes(sent)) return;
  throw ApiError.validation([{ field: 'id', message: `id must be that of the path, "${id}"; it never changes.` }]);
}
