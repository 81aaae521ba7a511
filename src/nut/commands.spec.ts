import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { accessWith } from '../../test/support/fixtures/permissions.js';
import { commandDescription, commandNames, parseNutCommand, type CommandedOutlet } from './commands.js';

const outlet = (index: number, protection: CommandedOutlet['protection'] = 'none'): CommandedOutlet => ({
  id: `${index}-9`,
  index,
  protection,
});

describe('an instant command', () => {
  it.each([
    ['outlet.3.load.off', { of: 'outlet', index: 3, command: 'OFF' }],
    ['outlet.12.load.cycle', { of: 'outlet', index: 12, command: 'REBOOT' }],
    ['outlet.group.4.load.on', { of: 'group', number: 4, command: 'ON' }],
    ['load.off', { of: 'all', command: 'OFF' }],
    ['load.on', { of: 'all', command: 'ON' }],
  ])('%s is understood', (name, command) => {
    expect(parseNutCommand(name)).toEqual(command);
    expect(commandDescription(name)).toMatch(/^[A-Z][a-z ,0-9]+$/);
  });

  it.each([
    ...['', 'load', 'load.cycle', 'load.off.delay', 'outlet.0.load.off', 'outlet.01.load.off', 'outlet.-1.load.on'],
    ...[
      'outlet.1.load',
      'outlet.1.load.OFF',
      'Outlet.1.load.off',
      'outlet.group.load.off',
      'outlet.9999999999.load.off',
    ],
    ...['constructor', '__proto__', 'outlet.1.load.off ', 'beeper.toggle'],
  ])('%j is unknown', (name) => {
    expect(parseNutCommand(name)).toBeUndefined();
    expect(commandDescription(name)).toBeUndefined();
  });

  it('that is listed is one that is understood', () => {
    const protections = fc.constantFrom('none', 'confirm', 'rebootOnly', 'locked' as const);
    fc.assert(
      fc.property(fc.array(protections, { minLength: 1, maxLength: 6 }), (kinds) => {
        const outlets = kinds.map((kind, place) => outlet(place + 1, kind));
        const names = commandNames(outlets, [{ number: 7, outlets }], undefined);
        expect(new Set(names).size).toBe(names.length);
        for (const name of names) expect(parseNutCommand(name)).toBeDefined();
      }),
    );
  });
});

describe('the list of commands', () => {
  const outlets = [outlet(1), outlet(2, 'rebootOnly'), outlet(3, 'confirm'), outlet(4, 'locked')];

  it('has no command that a protection refuses, and no ON without an OFF', () => {
    expect(commandNames(outlets, [], undefined)).toEqual([
      'outlet.1.load.off',
      'outlet.1.load.on',
      'outlet.1.load.cycle',
      'outlet.2.load.cycle',
    ]);
  });

  it('is that of the outlets that the caller may modify; groups also need their permission', () => {
    const groups = [{ number: 5, outlets: [outlet(1)] }];
    const one = accessWith({ modifyOutlets: ['1-9'] });
    const own = ['outlet.1.load.off', 'outlet.1.load.on', 'outlet.1.load.cycle'];
    expect(commandNames([outlet(1), outlet(2)], groups, one)).toEqual(own);
    const withGroups = accessWith({ modifyOutlets: ['1-9'], modifyOutletGroups: true });
    const ofGroup = ['outlet.group.5.load.off', 'outlet.group.5.load.on', 'outlet.group.5.load.cycle'];
    expect(commandNames([outlet(1), outlet(2)], groups, withGroups)).toEqual([...own, ...ofGroup]);
    expect(commandNames([outlet(1)], [], one)).toEqual(['load.off', 'load.on', ...own]);
    expect(commandNames([], [{ number: 5, outlets: [] }], withGroups)).toEqual([]);
  });
});
