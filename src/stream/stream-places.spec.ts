import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { StreamPlaces, type Placed } from './stream-places.js';

const aReader = (userId: string, isAdministrator = false): Placed => ({
  caller: { userId, access: { isAdministrator } },
});

/** Adds `count` readers of a user; returns how many got a place, and which readers they displaced. */
function enter(places: StreamPlaces<Placed>, count: number, userId: string, isAdministrator = false) {
  const left: Placed[] = [];
  let got = 0;
  for (let at = 0; at < count; at++) {
    const place = places.enter(aReader(userId, isAdministrator));
    if (place === 'full') continue;
    got++;
    if (place.displaced) left.push(place.displaced);
  }
  return { got, left };
}

describe('the places of the stream', () => {
  it('are all for one user as long as a quarter of them is free', () => {
    const places = new StreamPlaces();
    expect(enter(places, 2048, 'anna').got).toBe(1536);
    expect(places.size).toBe(1536);
  });

  it('give each user 64, displacing the newest reader of a user with more', () => {
    const places = new StreamPlaces();
    enter(places, 1536, 'anna');
    for (let user = 0; user < 7; user++) expect(enter(places, 64, `user-${user}`)).toEqual({ got: 64, left: [] });
    const more = enter(places, 64, 'late');
    expect(more.got).toBe(64);
    expect(more.left.map(({ caller }) => caller.userId)).toEqual(Array(64).fill('anna'));
    expect(enter(places, 1, 'late').got).toBe(0);
  });

  it('are never all taken for an administrator', () => {
    const places = new StreamPlaces();
    for (let user = 0; user < 40; user++) enter(places, 64, `user-${user}`);
    expect(places.size).toBe(1984);
    expect(enter(places, 1, 'nobody').got).toBe(0);
    expect(enter(places, 64, 'chief', true)).toEqual({ got: 64, left: [] });
    expect(enter(places, 1, 'chief', true).got).toBe(0);
  });

  it('are free again when a reader leaves', () => {
    const places = new StreamPlaces<Placed>();
    const readers = Array.from({ length: 1536 }, () => aReader('anna'));
    for (const reader of readers) places.enter(reader);
    for (const reader of readers) places.leave(reader);
    for (const reader of readers) places.leave(reader);
    expect([places.size, enter(places, 1536, 'ben').got]).toEqual([0, 1536]);
  });

  it('are never more than 2,048, displace nobody who has 64 or fewer, and lose nobody', () => {
    const step = fc.record({ user: fc.nat(50), count: fc.integer({ min: 1, max: 700 }), leaves: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const places = new StreamPlaces<Placed>();
        const inside: Placed[] = [];
        const ofUser = (id: string) => inside.filter(({ caller }) => caller.userId === id).length;
        for (const { user, count, leaves } of steps) {
          if (leaves) for (const reader of inside.splice(0, count)) places.leave(reader);
          else
            for (let at = 0; at < count; at++) {
              const reader = aReader(`u${user}`, user === 0);
              const place = places.enter(reader);
              if (place === 'full') break;
              if (place.displaced) {
                expect(ofUser(place.displaced.caller.userId)).toBeGreaterThan(64);
                inside.splice(inside.indexOf(place.displaced), 1);
              }
              inside.push(reader);
            }
          expect(places.size).toBe(inside.length);
          expect(places.size).toBeLessThanOrEqual(2048);
        }
      }),
      { numRuns: 30 },
    );
  });
});
