import { describe, expect, it } from '@jest/globals';
import { isTooOld } from './release-age.js';

describe('the release of a PDU', () => {
  it.each([
    ['1.4.0', '1.4.0', false],
    ['1.2.9', '1.4.0', false],
    ['1.1.9', '1.4.0', true],
    ['1.9.0', '2.0.0', true],
    ['1.6.0', '1.4.0', false],
    ['2.0.0', '1.4.0', false],
    ['1.1.0-rc.1', '1.4.0', true],
    ['unknown', '1.4.0', false],
    ['', '1.4.0', false],
  ])('%s is beside a hub of %s too old: %s', (release, hub, expected) => {
    expect(isTooOld(release, hub)).toBe(expected);
  });
});
