import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { ApiError } from '../../common/errors.js';
import { assertInTime, idIn, jsonCommand, wordCommand, type TargetKind } from './command.js';

const AT = '2026-11-23T12:00:00.000Z';
const NOW = Date.parse(AT);
const json = (members: object): Buffer =>
  Buffer.from(JSON.stringify({ id: '7', outlet: 3, state: 'OFF', at: AT, ...members }));

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
  return 'ok';
};

describe('a command in one word', () => {
  const commandOf = (kind: TargetKind, text: string) => wordCommand({ kind, id: '3' }, Buffer.from(text));

  it.each(['ON', 'off', 'Reboot', ' ON\n'])('is %j in any case', (text) => {
    expect(commandOf('outlet', text)).toEqual({ kind: 'outlet', target: '3', state: text.trim().toUpperCase() });
  });

  it.each(['', 'TOGGLE', 'ON OFF', 'OFF'.padEnd(17), 'ÖN', '\0ON', '1'])('is not %j', (text) => {
    expect(codeOf(() => commandOf('outlet', text))).toBe('COMMAND_MALFORMED');
  });

  it('of a relay output is no reboot', () => {
    expect(codeOf(() => commandOf('relay', 'REBOOT'))).toBe('COMMAND_MALFORMED');
  });
});

describe('a command in JSON', () => {
  it('names one object, a state and its time', () => {
    expect(jsonCommand(json({ confirm: 1, reason: 'Service' }))).toEqual({
      id: '7',
      kind: 'outlet',
      target: '3',
      state: 'OFF',
      at: NOW,
      confirm: true,
      reason: 'Service',
    });
  });

  it.each([
    [{ id: undefined }, 'VALIDATION_FAILED'],
    [{ id: 'x'.repeat(65) }, 'VALIDATION_FAILED'],
    [{ id: 7 }, 'VALIDATION_FAILED'],
    [{ outlet: {} }, 'VALIDATION_FAILED'],
    [{ group: '1' }, 'VALIDATION_FAILED'],
    [{ outlet: undefined, relay: 'R1-1', state: 'REBOOT' }, 'VALIDATION_FAILED'],
    [{ at: 'yesterday' }, 'VALIDATION_FAILED'],
    [{ confirm: 'maybe' }, 'VALIDATION_FAILED'],
    [{ reason: 'x'.repeat(201) }, 'VALIDATION_FAILED'],
    [{ extra: 'x'.repeat(4100) }, 'COMMAND_MALFORMED'],
  ])('is not one with %j', (members, code) => {
    expect(codeOf(() => jsonCommand(json(members)))).toBe(code);
  });

  it('has an id for its answer, where the payload has one', () => {
    expect([idIn(json({ state: 'x' })), idIn(Buffer.from('{')), idIn(Buffer.from('[]'))]).toEqual([
      '7',
      undefined,
      undefined,
    ]);
  });

  it('is in time for half a minute, and for five seconds before', () => {
    const codeAfter = (age: number) => codeOf(() => assertInTime(NOW, NOW + age, true));
    expect([-5001, -5000, 0, 30_000, 30_001].map(codeAfter)).toEqual([
      'COMMAND_STALE',
      'ok',
      'ok',
      'ok',
      'COMMAND_STALE',
    ]);
    expect(codeOf(() => assertInTime(undefined, NOW, true))).toBe('COMMAND_WITHOUT_TIME');
    expect(codeOf(() => assertInTime(undefined, NOW, false))).toBe('ok');
  });

  it('is read or refused in a sentence, whatever the payload', () => {
    const members = fc.dictionary(
      fc.constantFrom('id', 'outlet', 'group', 'relay', 'state', 'at', 'confirm', 'reason', '__proto__'),
      fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom('ON', 'OFF', 'REBOOT', AT)),
    );
    const payload = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.string({ unit: 'binary', maxLength: 100 }).map((text) => Buffer.from(text)),
      members.map((each) => Buffer.from(JSON.stringify(each))),
    );
    fc.assert(
      fc.property(payload, (bytes) => {
        for (const read of [() => jsonCommand(bytes), () => wordCommand({ kind: 'group', id: '1' }, bytes)]) {
          try {
            expect(['ON', 'OFF', 'REBOOT']).toContain(read().state);
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            expect([error.status, error.message]).toEqual([422, expect.stringMatching(/\.$/)]);
          }
        }
      }),
      { numRuns: 10_000 },
    );
  });
});
