import { describe, expect, it } from '@jest/globals';
import { checkOperation } from './check-operation.js';
import type { Command, Operation } from './operation.js';
import type { Restarts } from './restarts.js';
import type { Move } from './simulator-process.js';

const RELAY = '13-1200579';
/** A controller that has run all the time, and goes on. */
const restarts = { all: [], up: (since: number, now: number) => now - since, hasSuccessor: () => false };

const reboot = (sentAt: number, settledAt?: number): Command => ({
  ...{ order: 'REBOOT', sentAt, run: 1 },
  ...(settledAt !== undefined && { settledAt, status: 200 }),
});
const faultOf = (
  cycle: Command[],
  moves: readonly (readonly [to: 'ON' | 'OFF', at: number])[],
  state: 'ON' | 'OFF' = 'OFF',
) => {
  const operation: Operation = { relay: RELAY, state, wait: 1000, cycle, cycleKind: 'reboot', hasMore: false };
  const made = moves.map(([to, at]): Move => ({ relay: RELAY, to, at, run: 1 }));
  const circumstances = { restarts: restarts as unknown as Restarts, now: 10_000, slowest: 0 };
  return checkOperation(operation, { moves: made }, circumstances).fault;
};

describe('a relay that is off, and gets REBOOT twice', () => {
  it('turns on once', () => {
    expect(faultOf([reboot(0, 50), reboot(40, 90)], [['ON', 1000]])).toBeUndefined();
  });

  it('may be off once more if the second was under way when it had turned on', () => {
    const moves = [
      ['ON', 1000],
      ['OFF', 1300],
      ['ON', 2300],
    ] as const;
    expect(faultOf([reboot(0, 900), reboot(40, 1050)], moves)).toBeUndefined();
    expect(faultOf([reboot(0, 900), reboot(40)], moves.slice(0, 2))).toBeUndefined();
  });

  it('may not be off once more if both were answered before', () => {
    const moves = [
      ['ON', 1000],
      ['OFF', 1300],
    ] as const;
    expect(faultOf([reboot(0, 50), reboot(40, 90)], moves)).toContain('moved NF, allowed: N');
  });

  it('may not be off twice more, and not for one command', () => {
    const twice = [
      ['ON', 1000],
      ['OFF', 1300],
      ['ON', 2300],
      ['OFF', 2400],
    ] as const;
    expect(faultOf([reboot(0, 900), reboot(40, 2500)], twice)).toContain('moved NFNF, allowed: N, NFN');
    expect(
      faultOf(
        [reboot(0, 1500)],
        [
          ['ON', 1000],
          ['OFF', 1300],
        ],
      ),
    ).toContain('moved NF, allowed: N');
  });

  it('has to turn on again in the later cycle too', () => {
    const off = [
      ['ON', 1000],
      ['OFF', 1300],
    ] as const;
    const late = checkOperation(
      {
        relay: RELAY,
        state: 'OFF',
        wait: 1000,
        cycle: [reboot(0, 900), reboot(40, 1400)],
        cycleKind: 'reboot',
        hasMore: false,
      },
      { moves: off.map(([to, at]) => ({ relay: RELAY, to, at, run: 1 })), rest: { askedAt: 5000, run: 1 } },
      { restarts: restarts as unknown as Restarts, now: 10_000, slowest: 0 },
    );
    expect(late.fault).toContain('its ON is forgotten');
  });
});
