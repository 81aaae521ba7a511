import { describe, expect, it } from '@jest/globals';
import { VirtualClock } from '../../../test/support/time/virtual-clock.js';
import type { Clock } from '../../common/clock.js';
import { MAX_SESSION_AGE, isExpired, newSessionId, toSessionEntity, timesOf, type Session } from './session.js';

const MINUTE = 60_000;
const IDLE = 30 * MINUTE;

const aSession = (createdAt: number, seenAt: number): Session => ({
  id: newSessionId(),
  tokenHash: 'hash',
  userId: '2',
  address: '10.0.0.5',
  agent: 'curl/8',
  byToken: false,
  createdAt,
  seenAt,
});

/** The session's age and idle time in minutes after a restart at this wall clock time. */
function afterRestart(session: Session, before: Clock, wall: number): { age: number; idle: number } {
  const clock = new VirtualClock(new Date(wall).toISOString());
  const { createdAt, seenAt } = timesOf(toSessionEntity(session, before), clock);
  return { age: (clock.uptime() - createdAt) / MINUTE, idle: (clock.uptime() - seenAt) / MINUTE };
}

describe('a session', () => {
  it('expires after half an hour without a request', () => {
    expect(isExpired(aSession(0, MINUTE), IDLE + MINUTE - 1, IDLE)).toBe(false);
    expect(isExpired(aSession(0, MINUTE), IDLE + MINUTE, IDLE)).toBe(true);
  });

  it('may be idle indefinitely when the setting is 0', () => {
    expect(isExpired(aSession(0, 0), MAX_SESSION_AGE - 1, 0)).toBe(false);
  });

  it('expires after twelve hours, however busy it is', () => {
    expect(isExpired(aSession(0, MAX_SESSION_AGE), MAX_SESSION_AGE, 0)).toBe(true);
  });

  it('has aged by the wall clock when the controller restarts', () => {
    const clock = new VirtualClock();
    const session = aSession(0, 0);
    clock.advance(5 * MINUTE);
    session.seenAt = clock.uptime();
    clock.advance(2 * MINUTE);
    expect(afterRestart(session, clock, clock.now() + 10 * MINUTE)).toEqual({ age: 17, idle: 12 });
  });

  it('counts as seen now when the wall clock was set back before its last request', () => {
    const clock = new VirtualClock();
    clock.advance(5 * MINUTE);
    const session = aSession(0, clock.uptime());
    expect(afterRestart(session, clock, 0)).toEqual({ age: 0, idle: 0 });
    expect(afterRestart(session, clock, clock.now() - MINUTE)).toEqual({ age: 4, idle: 0 });
  });

  it('is stored with times of the present wall clock, even if it began before the clock was set', () => {
    const clock = new VirtualClock('1970-01-01T00:00:30Z');
    const session = aSession(0, 0);
    clock.advance(2 * MINUTE);
    clock.setWall(Date.parse('2026-03-02T08:00:00Z'));
    expect(new Date(toSessionEntity(session, clock).createdAt).toISOString()).toBe('2026-03-02T07:58:00.000Z');
    expect(afterRestart(session, clock, clock.now())).toEqual({ age: 2, idle: 2 });
  });
});
