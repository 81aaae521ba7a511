import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseCommand, type LegacyCommand } from './command.js';

const command = (query: string): LegacyCommand | undefined => parseCommand(`/cmd.cgi?${query}`);

describe('a legacy command', () => {
  it.each<[string, LegacyCommand]>([
    ['$A3 1 1', { kind: 'set', outlet: 1, on: true }],
    ['$A3%2016%200', { kind: 'set', outlet: 16, on: false }],
    ['$A3+2+0', { kind: 'set', outlet: 2, on: false }],
    ['%24A3%20%201+01', { kind: 'set', outlet: 1, on: true }],
    ['$A3 007 00', { kind: 'set', outlet: 7, on: false }],
    ['%24A3+1+1=', { kind: 'set', outlet: 1, on: true }],
    ['$A4 3', { kind: 'reboot', outlet: 3 }],
    ['$A4%2003', { kind: 'reboot', outlet: 3 }],
    ['$A5', { kind: 'status' }],
    ['$A5%20', { kind: 'status' }],
    ['$A7 1', { kind: 'setAll', on: true }],
    ['$A7+00', { kind: 'setAll', on: false }],
    ['$A8', { kind: 'device' }],
    ['rly=0', { kind: 'toggle', outlet: 1 }],
    ['rly=04', { kind: 'toggle', outlet: 5 }],
    ['rb=1', { kind: 'reboot', outlet: 2 }],
  ])('%s is understood', (query, expected) => {
    expect(command(query)).toEqual(expected);
  });

  it.each([
    '', '$', '$A', '$A0', '$A1 admin admin', '$A6', '$A9', '$a3 1 1', '$A3', '$A3 1', '$A3 1 2', '$A3 0 1', '$A3 1 1 1', '$A3,1,1',
    '$A3 -1 1', '$A3 1.0 1', '$A3 1e0 1', '$A3 0x1 1', '$A3 1000 1', '$A3 ١ 1', '$A3 1 on', '$A3%0a1%0a1', '$A3 1 1&$A3 2 1',
    '$A4', '$A4 0', '$A5 1', '$A7', '$A7 2', '$A8 1', 'rly', 'rly=', 'rly=-1', 'rly=x', 'rly=0=', 'rly=0&rly=1', 'RLY=0', 'rb=',
    'constructor', '__proto__', '%', '%zz', '$A5%', '%ff',
  ])('%j is unknown', (query) => {
    expect(command(query)).toBeUndefined();
  }); // prettier-ignore

  it('is searched after the first question mark only', () => {
    expect(parseCommand('/cmd.cgi')).toBeUndefined();
    expect(parseCommand('/cmd.cgi?$A5?')).toBeUndefined();
  });

  it('never makes the parser throw, and what it names is in range', () => {
    const parts = fc.constantFrom(
      '$A3',
      '$A4',
      '$A5',
      '$A7',
      '$A8',
      'rly=',
      'rb=',
      ' ',
      '%20',
      '+',
      '0',
      '1',
      '9',
      '%',
      '=',
      '&',
      '?',
      '\u0000',
      'é',
    );
    const anything = fc.oneof(
      fc.string(),
      fc.array(parts, { maxLength: 8 }).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(anything, (query) => {
        const found = command(query);
        return found === undefined || !('outlet' in found) || (Number.isInteger(found.outlet) && found.outlet >= 1);
      }),
      { numRuns: 2000 },
    );
  });

  it('means the same however its arguments are separated and padded', () => {
    const gap = fc.constantFrom(' ', '%20', '+', '  ', '+%20');
    const zeros = fc.constantFrom('', '0', '000');
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999 }),
        fc.boolean(),
        gap,
        gap,
        zeros,
        (outlet, on, first, second, padding) => {
          expect(command(`$A3${first}${padding}${outlet}${second}${padding}${Number(on)}`)).toEqual({
            kind: 'set',
            outlet,
            on,
          });
        },
      ),
    );
  });
});
