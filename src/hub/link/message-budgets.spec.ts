import { beforeEach, describe, expect, it } from '@jest/globals';
import { MessageBudgets } from './message-budgets.js';

describe('the budget of messages of a PDU', () => {
  let now: number;
  let exceeded: string[];
  let budgets: MessageBudgets;
  beforeEach(() => {
    [now, exceeded] = [0, []];
    budgets = new MessageBudgets(
      () => now,
      (pdu) => exceeded.push(pdu),
    );
  });
  /** The number of packets that are taken of so many. */
  const taken = (pdu: string, count: number): number =>
    Array.from({ length: count }, () => budgets.take(pdu)).filter(Boolean).length;

  it('is enough for a PDU that comes back after an outage, and for two packets in a second for ever', () => {
    expect(taken('a', 1500)).toBe(1500);
    for (let second = 0; second < 100; second++) {
      now += 1000;
      expect(taken('a', 50)).toBe(50);
    }
    expect(exceeded).toEqual([]);
  });

  it('ends a connection once, shuts the PDU out for a minute, and leaves others theirs', () => {
    expect(taken('a', 5000)).toBe(2000);
    expect([exceeded, budgets.exceeded]).toEqual([['a'], 1]);
    expect(taken('b', 100)).toBe(100);
    now += 59_999;
    expect([budgets.isShutOut('a'), budgets.take('a')]).toEqual([true, false]);
    now += 1;
    expect([budgets.isShutOut('a'), budgets.take('a'), budgets.ageOf('a')]).toEqual([false, true, 60_000]);
    now += 3_600_000;
    expect(budgets.ageOf('a')).toBeUndefined();
  });

  it('counts the bytes between two ticks, of each connection by itself', () => {
    const ended: number[] = [];
    const aConnection = (bytesRead: number) => ({ bytesRead, destroy: () => void ended.push(bytesRead) });
    const [connection, next, other] = [aConnection(6_000_000), aConnection(6_000_000), aConnection(9_000_000)];
    budgets.measure('a', connection);
    connection.bytesRead += 6_000_000;
    budgets.take('a');
    budgets.measure('a', connection);
    budgets.measure('a', next);
    expect(exceeded).toEqual([]);
    connection.bytesRead += 9_000_000;
    budgets.measure('a', connection);
    budgets.measure('a', connection);
    budgets.measure('a', other); // while it is shut out
    expect([exceeded, ended]).toEqual([['a'], [6_000_000, 9_000_000]]);
  });

  it('ends a connection with one packet that never ends, however slowly it comes, and none with many packets', () => {
    const ended: string[] = [];
    const aConnection = (name: string) => ({ bytesRead: 0, destroy: () => void ended.push(name) });
    const [broken, healthy, endless] = [aConnection('broken'), aConnection('healthy'), aConnection('endless')];
    for (let second = 0; second < 10; second++) {
      budgets.take('a');
      for (const connection of [broken, healthy]) budgets.measure('a', connection);
      budgets.measure('b', endless);
      healthy.bytesRead += 1_000_000;
      endless.bytesRead += 1_000_000;
    }
    expect([ended, exceeded]).toEqual([['endless'], ['b']]);
  });
});
