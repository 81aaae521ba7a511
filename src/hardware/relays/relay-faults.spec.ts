import { describe, expect, it } from '@jest/globals';
import { ApiError, type ApiErrorCode } from '../../common/errors.js';
import { FailingRelays } from './relay-faults.js';

const after = (...codes: (ApiErrorCode | undefined)[]): FailingRelays => {
  const faults = new FailingRelays();
  for (const code of codes) {
    faults.record([{ id: '1-9', state: 'OFF' }], [{ id: '1-9', error: code && new ApiError(code) }]);
  }
  return faults;
};

describe('a relay', () => {
  it('is faulty when it did not follow, until it does or its reading is the requested state', () => {
    expect(after('RELAY_FAULT').has('1-9', 'ON')).toBe(true);
    expect(after('RELAY_FAULT').has('1-9', undefined)).toBe(true);
    expect(after('RELAY_FAULT').has('1-9', 'OFF')).toBe(false);
    expect(after('RELAY_FAULT', undefined).has('1-9', 'ON')).toBe(false);
    expect(after('RELAY_FAULT').has('2-9', 'ON')).toBe(false);
  });

  it('is faulty after three consecutive commands without an answer', () => {
    expect(after('HARDWARE_SILENT', 'HARDWARE_SILENT').has('1-9', 'ON')).toBe(false);
    expect(after('HARDWARE_SILENT', 'HARDWARE_SILENT', 'HARDWARE_SILENT').has('1-9', 'ON')).toBe(true);
    const twice: ApiErrorCode[] = ['HARDWARE_SILENT', 'HARDWARE_SILENT'];
    expect(after(...twice, undefined, ...twice).has('1-9', 'ON')).toBe(false);
  });
});
