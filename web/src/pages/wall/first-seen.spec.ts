import { describe, expect, it } from '@jest/globals';
import { anything, assert, property, string } from 'fast-check';
import { parseSeen, seenAlarms } from './first-seen.js';

describe('the alarms of a wall screen', () => {
  it('may be older than the screen if they are there at its first look', () => {
    expect(seenAlarms({}, ['tripped 1'], 100, true)).toEqual({ 'tripped 1': { at: 100, isOlder: true } });
  });

  it('have begun when they are first seen, keep that, and begin anew after they have ended', () => {
    const begun = seenAlarms({}, ['tripped 1'], 160, false);
    expect(begun).toEqual({ 'tripped 1': { at: 160 } });
    expect(seenAlarms(begun, ['load Bank 2', 'tripped 1'], 200, false)).toEqual({
      'tripped 1': { at: 160 },
      'load Bank 2': { at: 200 },
    });
    expect(seenAlarms(seenAlarms(begun, [], 300, false), ['tripped 1'], 400, false)).toEqual({
      'tripped 1': { at: 400 },
    });
  });

  it('are not forgotten before the screen has all of them', () => {
    const begun = seenAlarms({}, ['event 1'], 160, false);
    expect(seenAlarms(begun, ['lost A'], 200, true)).toEqual({ ...begun, 'lost A': { at: 200, isOlder: true } });
    expect(seenAlarms(begun, ['lost A'], 200, false)).toEqual({ 'lost A': { at: 200 } });
  });

  it('survive being kept as a text, and any other text is not taken for them', () => {
    const seen = seenAlarms({}, ['lost A'], 5, true);
    expect(parseSeen(JSON.stringify(seen))).toEqual(seen);
    expect([null, '', '[]', '{"a":1}', '{"a":{"at":"x"}}', '{"a":null}'].map(parseSeen)).toEqual(
      Array.from({ length: 6 }, () => ({})),
    );
    const isSound = (text: string): boolean => Object.values(parseSeen(text)).every(({ at }) => Number.isFinite(at));
    assert(property(string(), isSound));
    assert(property(anything(), (value) => isSound(String(JSON.stringify(value)))));
  });
});
