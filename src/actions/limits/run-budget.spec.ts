import { describe, expect, it } from '@jest/globals';
import { VirtualClock } from '../../../test/support/time/virtual-clock.js';
import type { SettingsStore } from '../../settings/settings.store.js';
import { RunBudget } from './run-budget.js';

const settings = (limit: number) => ({ get: () => limit }) as object as SettingsStore;

describe('the budget of runs', () => {
  it('forgets pairs of event and action that have not run for a minute', () => {
    const clock = new VirtualClock();
    const budget = new RunBudget(settings(10), clock);
    for (let eventId = 0; eventId < 5000; eventId++) {
      budget.take({ eventId, actionId: 1 });
      clock.advance(10);
    }
    expect(budget.size).toBe(5000);
    clock.advance(150_000);
    budget.take({ eventId: 1, actionId: 1 });
    expect(budget.size).toBe(1);
  });

  it('does not forget that a refusal was reported while it still counts', () => {
    const clock = new VirtualClock();
    const budget = new RunBudget(settings(1), clock);
    const began = clock.uptime();
    const take = (after: number) => {
      clock.advance(began + after - clock.uptime());
      return budget.take({ eventId: 1, actionId: 1 });
    };
    expect([take(0), take(1000), take(2000), take(59_000), take(60_000), take(60_500)]).toEqual([
      'run',
      'over',
      'silent',
      'silent',
      'run',
      'silent',
    ]);
  });

  it('counts the occurrences of an event, its runs of an action and the test runs of that action each by itself', () => {
    const budget = new RunBudget(settings(1), new VirtualClock());
    const counted = [{ eventId: 1 }, { eventId: 1, actionId: 1 }, { actionId: 1 }];
    expect(counted.map((each) => budget.take(each))).toEqual(['run', 'run', 'run']);
    expect(counted.map((each) => budget.take(each))).toEqual(['over', 'over', 'over']);
  });
});
