import { describe, expect, it } from '@jest/globals';
import { ApiError, API_ERRORS, type ApiErrorCode } from '../common/errors.js';
import { wordOf } from './errors.js';

const codes = Object.keys(API_ERRORS) as ApiErrorCode[];
const words = (code: ApiErrorCode) => [wordOf(new ApiError(code), 'INSTCMD'), wordOf(new ApiError(code), 'SET')];

describe('an error of the services', () => {
  it('of the rights of the caller is ACCESS-DENIED, whatever its code', () => {
    const refusals = codes.filter((code) => [401, 403].includes(API_ERRORS[code][0]));
    expect(refusals.length).toBeGreaterThan(5);
    for (const code of refusals) expect([code, ...words(code)]).toEqual([code, 'ACCESS-DENIED', 'ACCESS-DENIED']);
  });

  it('about an object that is not there says what is not supported', () => {
    for (const code of ['OUTLET_UNKNOWN', 'BANK_UNKNOWN', 'GROUP_UNKNOWN', 'OUTLET_NOT_SWITCHABLE'] as const) {
      expect([code, ...words(code)]).toEqual([code, 'CMD-NOT-SUPPORTED', 'VAR-NOT-SUPPORTED']);
    }
  });

  it('of any other kind has failed, and so has one that nobody expected', () => {
    for (const code of ['RELAY_FAULT', 'HARDWARE_SILENT', 'OUTLET_PROTECTED', 'STORAGE_FULL', 'STOPPING'] as const) {
      expect([code, ...words(code)]).toEqual([code, 'INSTCMD-FAILED', 'SET-FAILED']);
    }
    expect([wordOf(new Error('?'), 'INSTCMD'), wordOf('?', 'SET')]).toEqual(['INSTCMD-FAILED', 'SET-FAILED']);
  });
});
