import { describe, expect, it } from '@jest/globals';
import { ApiError, type ApiErrorCode } from '../../common/errors.js';
import { FailingRelays } from './relay-faults.js';

const after = (...codes: (ApiErrorCode | undefined)[]): FailingRelays => {
  const troubles = new FailingRelays();
  for (const code of codes) {
    troubles.record([{ id: '1-9', state: 'OFF' }], [{ id: '1-9', error: code && new ApiError(code) }]);
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
