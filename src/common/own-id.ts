import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { registerDecorator } from 'class-validator';
import { ApiError } from './errors.js';
import { Optional } from './dto-decorators.js';

/**
 * The id of the object in the path, which a body may repeat: published clients send back the object that they have
 * read, with ids as text or as numbers. Passed on as text; {@link assertOwnId} compares it.
 */
export const IsOwnId = () =>
  applyDecorators(
    Optional(),
    Transform(({ value }: { value: unknown }) => (Number.isSafeInteger(value) ? String(value) : value)),
    (target: object, property: string | symbol) =>
      registerDecorator({
        name: 'isOwnId',
        target: target.constructor,
        propertyName: String(property),
        options: { message: '$property must be the id of the path, as text or as a number.' },
        validator: { validate: (value) => typeof value === 'string' && value.length <= 100 },
      }),
    ApiProperty({ oneOf: [{ type: 'string' }, { type: 'integer' }], required: false }),
  );

/** Throws 422 unless the id that a body repeats is the id of the object in the path or one of its other names. */
export function assertOwnId(sent: string | undefined, id: string, ...others: string[]): void {
  if (sent === undefined || sent === id || others.includes(sent)) return;
  throw ApiError.validation([{ field: 'id', message: `id must be that of the path, "${id}"; it never changes.` }]);
}
