import { describe, expect, it } from '@jest/globals';
import { ApiError, type ApiErrorCode } from '../kernel/errors.js';
import { RelayTroubles } from './relay-troubles.js';

const after = (...codes: (ApiErrorCode | undefined)[]): RelayTroubles => {
  const troubles = new RelayTroubles();
  for (const code of codes) {
    troubles.note([{ id: '1-9', state: 'OFF' }], [{ id: '1-9', error: code && new ApiError(code) }]);
  }
  return troubles;
};

describe('a relay', () => {
  it('is in trouble when it did not follow, until it does or measures what was asked', () => {
    expect(after('RELAY_FAULT').has('1-9', 'ON')).toBe(true);
    expect(after('RELAY_FAULT').has('1-9', undefined)).toBe(true);
    expect(after('RELAY_FAULT').has('1-9', 'OFF')).toBe(false);
    expect(after('RELAY_FAULT', undefined).has('1-9', 'ON')).toBe(false);
    expect(after('RELAY_FAULT').has('2-9', 'ON')).toBe(false);
  });

  it('is in trouble after three commands in a row without an answer', () => {
    expect(after('HARDWARE_SILENT', 'HARDWARE_SILENT').has('1-9', 'ON')).toBe(false);
    expect(after('HARDWARE_SILENT', 'HARDWARE_SILENT', 'HARDWARE_SILENT').has('1-9', 'ON')).toBe(true);
    const twice: ApiErrorCode[] = ['HARDWARE_SILENT', 'HARDWARE_SILENT'];
    expect(after(...twice, undefined, ...twice).has('1-9', 'ON')).toBe(false);
  });
});
