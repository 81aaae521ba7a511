import { describe, expect, it } from '@jest/globals';
import { RunBudget } from './run-budget.js';

describe('the budget of runs', () => {
  it('forgets pairs of event and action that have not run for a minute', () => {
    const budget = new RunBudget();
    for (let eventId = 0; eventId < 5000; eventId++) budget.take(eventId, 1, { limit: 10, uptime: eventId * 10 });
    expect(budget.size).toBe(5000);
    budget.take(1, 1, { limit: 10, uptime: 200_000 });
    expect(budget.size).toBe(1);
  });

  it('does not forget that a refusal was told of while it still counts', () => {
    const budget = new RunBudget();
    const take = (uptime: number) => budget.take(1, 1, { limit: 1, uptime });
    expect([take(0), take(1000), take(2000), take(59_000), take(60_000), take(60_500)]).toEqual([
      'run',
      'over',
      'silent',
      'silent',
      'run',
      'silent',
    ]);
  });
});
