import { beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { VirtualClock } from '../../../test/support/time/virtual-clock.js';
import type { AuditLogService } from '../../audit/audit-log.service.js';
import { Ticks } from '../../kernel/ticks.js';
import { AutomationLimitsService } from './automation-limits.service.js';

Logger.overrideLogger(false);

describe('the bounds of automations', () => {
  let clock: VirtualClock;
  let limits: AutomationLimitsService;
  let ticks: Ticks;
  let logged: unknown[];
  beforeEach(() => {
    clock = new VirtualClock();
    ticks = new Ticks();
    logged = [];
    const audit = { tryToRecord: async (record: { after?: unknown }) => void logged.push(record.after) };
    limits = new AutomationLimitsService(audit as object as AuditLogService, ticks, clock);
    limits.onModuleInit();
  });

  /** Number of runs, of so many, that may begin. */
  const runs = (count: number, maker: string, hasRoom = true): number =>
    Array.from({ length: count }, () => limits.mayRun({ maker }, hasRoom)).filter(Boolean).length;
  const occurrences = (count: number, maker: string): number =>
    Array.from({ length: count }, () => limits.mayStore({ maker })).filter(Boolean).length;

  it('let the events of one user begin 300 runs at once, and then ten in a second', () => {
    expect(runs(1000, 'a')).toBe(300);
    clock.advance(1000);
    expect(runs(1000, 'a')).toBe(10);
  });

  it('leave a share to others, and let all together begin 400 runs at once and then twenty in a second', () => {
    expect([runs(1000, 'a'), runs(1000, 'b'), runs(1000, 'c')]).toEqual([300, 100, 0]);
    clock.advance(1000);
    expect(runs(1000, 'a') + runs(1000, 'b') + runs(1000, 'c')).toBe(20);
  });

  it('let no run begin where too many are unfinished', () => {
    expect(runs(10, 'a', false)).toBe(0);
  });

  it('let 300 occurrences of one user be stored at once, 500 of all, and then 25 and 50 in a second', () => {
    expect([occurrences(1000, 'a'), occurrences(1000, 'b')]).toEqual([300, 200]);
    clock.advance(1000);
    expect([occurrences(1000, 'a'), occurrences(1000, 'b'), occurrences(1000, 'c')]).toEqual([25, 25, 0]);
  });

  it('are in the log with what they refused, once a minute at most, and only when they refused something', () => {
    ticks.run({ uptime: clock.uptime() });
    runs(301, 'a');
    ticks.run({ uptime: clock.uptime() });
    runs(5, 'a');
    clock.advance(59_000);
    ticks.run({ uptime: clock.uptime() });
    clock.advance(1000);
    ticks.run({ uptime: clock.uptime() });
    ticks.run({ uptime: clock.uptime() });
    expect(logged).toEqual([
      { runsRefused: 1, occurrencesNotStored: 0 },
      { runsRefused: 5, occurrencesNotStored: 0 },
    ]);
  });
});
