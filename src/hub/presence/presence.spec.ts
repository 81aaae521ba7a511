import { describe, expect, it } from '@jest/globals';
import { Presence } from './presence.js';

const START = 1_000_000;
const LATER = START + 200_000;

describe('the presence of a PDU', () => {
  it('is online for 90 s after each message', () => {
    const presence = new Presence();
    presence.heard(LATER);
    expect(presence.isOnline(LATER + 89_999, START)).toBe(true);
    expect(presence.isOnline(LATER + 90_000, START)).toBe(false);
    presence.heard(LATER + 95_000);
    expect(presence.isOnline(LATER + 95_000, START)).toBe(true);
  });

  it('ends at once when its connection has broken, until it is heard again', () => {
    const presence = new Presence();
    presence.heard(LATER);
    presence.gone(LATER);
    expect(presence.isOnline(LATER + 1, START)).toBe(false);
    presence.heard(LATER + 2);
    expect(presence.isOnline(LATER + 3, START)).toBe(true);
  });

  it('is not known for 120 s after the start of the hub, unless it is online', () => {
    const presence = new Presence();
    expect(presence.isOnline(START, START)).toBeNull();
    presence.heard(START + 1);
    expect(presence.isOnline(START + 2, START)).toBe(true);
    presence.gone(START + 2);
    expect(presence.isOnline(START + 119_999, START)).toBeNull();
    expect(presence.isOnline(START + 120_000, START)).toBe(false);
  });
});
