import { beforeAll, describe, expect, it } from '@jest/globals';
import { cycleEnd, drawsAgain, onIn, reasonOf as partsOf } from './outlet-reason.js';
import { loadWords } from '../../language/words.js';

beforeAll(() => loadWords('base'));

type LastSwitching = NonNullable<NonNullable<Parameters<typeof partsOf>[0]>['lastSwitching']>;

const reasonOf = (...given: Parameters<typeof partsOf>): string => partsOf(...given).join('');

const OFF_AT = '2026-03-02T08:00:00.000Z';
const minutesLater = (minutes: number) => ({
  time: new Date(Date.parse(OFF_AT) + minutes * 60_000).toISOString(),
});
const reason = (more: Partial<LastSwitching> = {}, minutes = 12): string =>
  reasonOf({ lastSwitching: { time: OFF_AT, state: 'OFF', by: 'user', ...more } }, 'off', minutesLater(minutes));
const plain = (text: string): string => text.replace(/\u202f/g, ' ');

describe('the reason why an outlet is off', () => {
  it('names who or what has switched it as far as the role may know, and how long ago', () => {
    expect(plain(reason())).toBe('by a user, 12 min ago');
    expect(plain(reason({ who: 'alice' }))).toBe('by alice, 12 min ago');
    expect(plain(reason({ by: 'event' }))).toBe('by an event, 12 min ago');
    expect(plain(reason({ by: 'event', who: 'Bank 1 full' }))).toBe('by the event “Bank 1 full”, 12 min ago');
    expect(plain(reason({ by: 'powerCycle' }))).toBe('by a reboot or sequence, 12 min ago');
    expect(plain(reason({ by: 'powerCycle', who: 'bob' }))).toBe('by a reboot or sequence of bob, 12 min ago');
    expect(plain(reason({ by: 'coldStart', who: 'cold start' }))).toBe('after a power loss, 12 min ago');
    expect(plain(reason({ by: 'controller' }))).toBe('by the controller, 12 min ago');
  });

  it('is a command without a source where none was stored yet', () => {
    const { by, ...old } = { time: OFF_AT, state: 'OFF', by: undefined } as const;
    expect(by).toBeUndefined();
    expect(plain(reasonOf({ lastSwitching: old }, 'off', minutesLater(1)))).toBe('by a command, 1 min ago');
  });

  it('counts in one unit, and never into the future', () => {
    expect(reason({}, 0.5)).toBe('by a user, just now');
    expect(reason({}, -90)).toBe('by a user, just now');
    expect(plain(reason({}, 119))).toBe('by a user, 1 h ago');
    expect(plain(reason({}, 3 * 1440 + 5))).toBe('by a user, 3 d ago');
  });

  it('is not a command where the last one was to turn on, or where none was ever given', () => {
    expect(plain(reason({ state: 'ON' }))).toBe('not by a command; last turned on 12 min ago');
    expect(reasonOf({}, 'off', minutesLater(1))).toBe('never switched by this controller');
  });

  it('is its circuit for an outlet that is on and has no voltage; with power it needs none', () => {
    expect(reasonOf({}, 'noPower', minutesLater(1))).toBe(
      'no voltage on its circuit: check the breaker and the supply',
    );
    expect(reasonOf({}, 'on', minutesLater(1))).toBe('');
    expect(reasonOf(undefined, 'off', minutesLater(1))).toBe('');
  });

  it('is the supply where no inlet has voltage', () => {
    expect(reasonOf({}, 'noPower', minutesLater(1), ['Feed A'])).toBe('no voltage at Feed A');
  });
});

describe('an outlet in a power cycle', () => {
  const now = { time: OFF_AT };
  const at = (seconds: number): string => new Date(Date.parse(OFF_AT) + seconds * 1000).toISOString();

  it('says how long it is still off, and no longer once that is over', () => {
    expect(plain(onIn({ turnsOnAt: at(4) }, 'pendingOn', now))).toBe('On again in 4 s');
    expect(onIn({ turnsOnAt: at(0) }, 'pendingOn', now)).toBe('');
    expect(onIn({}, 'pendingOn', now)).toBe('');
    expect(onIn({ turnsOnAt: at(4) }, 'on', now)).toBe('');
  });

  it('says how long it waits for its turn after the mains have come back, and that nobody turned it off', () => {
    const waits = { turnsOnAt: at(12), lastSwitching: { time: at(-60), state: 'ON' as const } };
    expect(plain(onIn(waits, 'off', now))).toBe('On in 12 s');
    expect(reasonOf(waits, 'off', now)).toBe('waits for its turn to power up');
    expect([onIn({ ...waits, turnsOnAt: at(0) }, 'off', now), onIn(waits, 'tripped', now)]).toEqual(['', '']);
  });

  it('says for a minute what it draws again', () => {
    const on = (seconds: number, watts?: number) => ({
      lastSwitching: { time: at(-seconds), state: 'ON' as const },
      ...(watts !== undefined && { watts }),
    });
    expect(plain(drawsAgain(on(5, 85.2), 'on', now))).toBe('Draws 85 W again');
    expect(drawsAgain(on(5, 0), 'on', now)).toBe('On again, without a load so far');
    expect([on(60, 85), on(5), {}].map((outlet) => drawsAgain(outlet, 'on', now))).toEqual(['', '', '']);
    expect(drawsAgain(on(5, 85), 'tripped', now)).toBe('');
  });

  it('ends when it is on and its load has begun, which neither a plain command nor the return of the mains is', () => {
    const last = (by: 'powerCycle' | 'user' | 'coldStart', seconds: number, state: 'ON' | 'OFF' = 'ON') => ({
      lastSwitching: { by, state, time: at(-seconds) },
      watts: 85.2,
    });
    expect(plain(cycleEnd(last('powerCycle', 3), 'on', now) ?? '')).toBe('Draws 85 W again');
    expect(cycleEnd({ lastSwitching: last('powerCycle', 3).lastSwitching }, 'on', now)).toBe('On again');
    const early = [last('powerCycle', 2), last('powerCycle', 9, 'OFF')];
    expect(early.map((outlet) => cycleEnd(outlet, 'on', now))).toEqual([undefined, undefined]);
    expect([last('user', 3), last('coldStart', 3)].map((outlet) => cycleEnd(outlet, 'on', now))).toEqual(['', '']);
    expect(cycleEnd(last('powerCycle', 3), 'relayFault', now)).toBe('');
  });
});
