import { describe, expect, it } from '@jest/globals';
import { strictTransport } from './strict-transport.js';

const NOW = Date.UTC(2026, 10, 22);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('Strict-Transport-Security', () => {
  it.each([
    ['a year for a certificate that is valid longer', 500 * DAY, false, 'max-age=31536000'],
    ['never beyond a day before the end', 31 * DAY, false, `max-age=${30 * 86_400}`],
    ['nothing in the last day', DAY, false, undefined],
    ['nothing an hour before the end', HOUR, false, undefined],
    ['taken back after the end', 0, false, 'max-age=0'],
    ['nothing for one that is self-signed', 500 * DAY, true, undefined],
    ['nothing for one that is self-signed and has ended', -DAY, true, undefined],
  ])('is %s', (_, left, isSelfSigned, header) => {
    expect(strictTransport({ validTo: NOW + left, isSelfSigned }, NOW)).toBe(header);
  });
});
