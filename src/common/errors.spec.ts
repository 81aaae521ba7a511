import { describe, expect, it } from '@jest/globals';
import { errorBody } from './api-error.filter.js';
import { API_ERRORS, ApiError } from './errors.js';

describe('an API error', () => {
  it.each(Object.entries(API_ERRORS))(
    '%s has a status of the specification or contract and a whole sentence',
    (_, row) => {
      const [status, text] = row;
      // 410 is an undo that is over, 501 a method that HTTP does not have. 408, 417 and 431 refuse requests that cannot be read at all, 421 a name that is not the controller's.
      // 503 is the contract's own: without a database nobody can be authenticated.
      expect([400, 401, 403, 404, 408, 409, 413, 410, 417, 421, 422, 429, 431, 500, 501, 503]).toContain(status);
      expect(text).toMatch(/^([A-Z"].*[.]|%s)$/);
    },
  );

  it('fills its sentence, and one value cannot fill the place of another', () => {
    expect(new ApiError('OUTLET_UNKNOWN', '%s$&').message).toBe('No outlet has the id or index "%s$&".');
  });

  it('has the body of the contract', () => {
    const error = ApiError.validation([{ field: 'outletName', message: 'outletName is too long.' }]);
    expect(errorBody(error)).toEqual({
      statusCode: 422,
      error: 'Unprocessable Entity',
      message: 'outletName is too long.',
      code: 'VALIDATION_FAILED',
      details: [{ field: 'outletName', message: 'outletName is too long.' }],
    });
    expect(errorBody(new ApiError('PATH_UNKNOWN'))).not.toHaveProperty('details');
  });
});
