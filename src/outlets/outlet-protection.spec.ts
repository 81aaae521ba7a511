import { describe, expect, it } from '@jest/globals';
import { refusalReason, type Protection } from './outlet-protection.js';

/** The commands that each protection lets pass, without and with a confirmation. */
const RULES: readonly [Protection, string[], string[]][] = [
  ['none', ['ON', 'OFF', 'REBOOT'], ['ON', 'OFF', 'REBOOT']],
  ['confirm', ['ON'], ['ON', 'OFF', 'REBOOT']],
  ['rebootOnly', ['ON', 'REBOOT'], ['ON', 'REBOOT']],
  ['locked', [], []],
];

describe('an outlet with the protection', () => {
  it.each(RULES)('%s takes %j, and %j when it is confirmed', (protection, plain, confirmed) => {
    const taken = (isConfirmed: boolean) =>
      (['ON', 'OFF', 'REBOOT'] as const).filter((command) => !refusalReason(protection, command, isConfirmed));
    expect(taken(false)).toEqual(plain);
    expect(taken(true)).toEqual(confirmed);
  });

  it('says what a command that it refuses would take', () => {
    expect(refusalReason('confirm', 'OFF', false)).toContain('"confirm": true');
    expect(refusalReason('rebootOnly', 'OFF', true)).toContain('REBOOT');
    expect(refusalReason('locked', 'ON', true)).toContain('change its protection');
  });
});
