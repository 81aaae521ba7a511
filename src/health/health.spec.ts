import { describe, expect, it } from '@jest/globals';
import type { HardwareFacts } from '../common/health-facts.js';
import { detectFaults } from './fault-detection.js';
import { healthOf, storageState, type HealthFacts } from './health.js';

const hardwareWith = (reading: HardwareFacts['reading']): HardwareFacts => ({
  driver: 'simulator',
  model: 'SP-3001CS',
  reading,
  failuresInARow: 0,
  isJournalLost: false,
});
const JOURNAL_LOST = { ...hardwareWith({ readAt: 99_500, fresh: true }), isJournalLost: true };

const WELL: HealthFacts = {
  uptime: 100_000,
  polledAt: 99_500,
  hardware: hardwareWith({ readAt: 99_500, fresh: true }),
  database: { state: 'ok', isWritable: true, isSafeMode: false },
  https: { enabled: false, trouble: undefined, certificateEnds: undefined, isOwnCertificate: false },
  faults: [],
};
const silentFor = (seconds: number): HealthFacts => ({
  ...WELL,
  hardware: hardwareWith({ readAt: 99_500 - seconds * 1000, fresh: false }),
});

it('a clock that is not set makes schedules wrong on a controller, and only entries of the log on a hub', () => {
  const facts = { now: 0, databaseMessage: undefined };
  const ofHub = { ...WELL, hardware: undefined };
  const messages = [WELL, ofHub].map((each) => detectFaults({ ...each, ...facts }).get('clock')?.message);
  expect(messages).toEqual([
    expect.stringMatching(/^The clock is not set: schedules run at the wrong time and /),
    expect.stringMatching(/^The clock is not set: entries of the log have the wrong time and /),
  ]);
});

describe('the health', () => {
  it.each([
    ['all is well', WELL, 'ok', true],
    ['the hardware has not answered for a moment', silentFor(5), 'degraded', true],
    ['it has not answered for longer than 15 s', silentFor(15), 'down', false],
    ['it has never answered', { ...WELL, hardware: hardwareWith({ readAt: 0, fresh: false }) }, 'down', false],
    ['there is no reading yet', { ...WELL, polledAt: undefined, hardware: hardwareWith(undefined) }, 'down', false],
    ['no poll cycle ends', { ...WELL, uptime: 110_000 }, 'down', false],
    [
      'the disk is full',
      { ...WELL, database: { state: 'full', isWritable: false, isSafeMode: false } },
      'degraded',
      true,
    ],
    [
      'nothing on the disk can be written',
      { ...WELL, database: { state: 'readOnly', isWritable: false, isSafeMode: false }, hardware: JOURNAL_LOST },
      'degraded',
      true,
    ],
    [
      'the database was restored',
      { ...WELL, database: { state: 'restored', isWritable: true, isSafeMode: false } },
      'degraded',
      true,
    ],
    [
      'the database was found lost at the start',
      { ...WELL, database: { state: 'damaged', isWritable: false, isSafeMode: true } },
      'down',
      false,
    ],
    [
      'it breaks while it is used',
      { ...WELL, database: { state: 'damaged', isWritable: false, isSafeMode: false } },
      'degraded',
      true,
    ],
    ['a certificate ends in a month', { ...WELL, faults: [{ kind: 'certificate', stage: '30 days' }] }, 'ok', true],
    ['it ends in a week', { ...WELL, faults: [{ kind: 'certificate', stage: '7 days' }] }, 'degraded', true],
    ['it has ended', { ...WELL, faults: [{ kind: 'certificate', stage: 'ended' }] }, 'degraded', true],
    ['the clock is not set', { ...WELL, faults: [{ kind: 'clock' }] }, 'degraded', true],
    ['HTTPS has no port', { ...WELL, https: { enabled: true, trouble: 'x' } }, 'degraded', true],
  ] as [string, HealthFacts, string, boolean][])('when %s', (_, facts, status, ready) => {
    expect(healthOf(facts)).toMatchObject({ status, ready });
  });
});

describe('the health of a process without hardware', () => {
  it('has no check of hardware, and none of what its modules do not have', () => {
    const { status, checks } = healthOf({ ...WELL, hardware: undefined, https: undefined });
    expect([status, checks.map(({ name }) => name)]).toEqual(['ok', ['polling', 'database', 'storage', 'clock']]);
  });
});

describe('the storage', () => {
  it.each([
    ['ok', 'ok', true, false],
    ['full', 'full', false, false],
    ['failing', 'readOnly', false, false],
    ['lost', 'readOnly', false, true],
    ['lost', 'full', false, true],
    ['ok', 'ok', true, true],
  ] as const)('is %s when the database is %s, writable: %s, and the journal is lost: %s', (...facts) => {
    const [state, database, isWritable, isJournalLost] = facts;
    expect(storageState({ database: { state: database, isWritable }, hardware: { isJournalLost } })).toBe(state);
  });
});
