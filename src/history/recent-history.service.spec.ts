import { describe, expect, it } from '@jest/globals';
import { VirtualClock } from '../../test/support/time/virtual-clock.js';
import { Access } from '../common/access.js';
import { allPermissions } from '../roles/role-permissions.js';
import type { HistoryRecorderService } from './history-recorder.service.js';
import { RecentHistoryService } from './recent-history.service.js';

describe('the recent history of very many outlets', () => {
  const stepOf = async (outlets: number, step: number): Promise<number> => {
    const all = Array.from({ length: outlets }, (_, place) => ({
      id: `${place + 1}-7`,
      kind: 'outlet',
      measures: ['current'],
    }));
    const nothing = { each: () => undefined, ring: { oldest: undefined, each: () => undefined } };
    const recorder = { objects: { all, seriesOf: () => 0 }, memory: nothing } as unknown as HistoryRecorderService;
    const recents = new RecentHistoryService(new VirtualClock(), recorder);
    const access = new Access(allPermissions({ outlets: [] }), true);
    const { objects, ...read } = await recents.read({ kind: 'outlet', measure: 'current', span: 3600, step }, access);
    const means = objects.reduce((sum, { avg }) => sum + avg.length, 0);
    expect(means).toBe(((read.to - read.from) / read.step) * outlets);
    expect(means).toBeLessThanOrEqual(500_000);
    return read.step;
  };

  it('has longer steps rather than an answer that holds up all others', async () => {
    expect(await stepOf(48, 5)).toBe(5);
    expect(await stepOf(694, 5)).toBe(5);
    expect(await stepOf(2000, 5)).toBe(15);
    expect(await stepOf(2000, 60)).toBe(60);
    expect(await stepOf(9000, 5)).toBe(66);
    expect(await stepOf(0, 5)).toBe(5);
  });
});
