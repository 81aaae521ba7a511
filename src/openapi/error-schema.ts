import type { OpenAPIObject } from '@nestjs/swagger';

type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

export const ERROR_SCHEMA_NAME = 'Error';
export const ERROR_SCHEMA_REF = `#/components/schemas/${ERROR_SCHEMA_NAME}`;

/** The one error body of the API. */
export const ERROR_SCHEMA: Schema = {
  type: 'object',
  required: ['statusCode', 'error', 'message', 'code'],
  properties: {
    statusCode: { type: 'integer', description: 'The HTTP status again.' },
    error: { type: 'string', description: "The status's name.", example: 'Unprocessable Entity' },
    message: { type: 'string', description: 'One sentence that a person can act on.' },
    code: { type: 'string', description: 'Stable name of the error, for programs.', example: 'VALIDATION_FAILED' },
    details: {
      type: 'array',
      description: 'Only for bodies that are not valid: one entry for each wrong member.',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};
