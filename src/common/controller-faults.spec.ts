import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { VirtualClock } from '../../test/support/time/virtual-clock.js';
import { ControllerFaults, type ControllerFault } from './controller-faults.js';

let clock: VirtualClock;
let faults: ControllerFaults;
let changes: ControllerFault[];

const seconds = (count: number, work: () => void = () => undefined): void => {
  for (let second = 0; second < count; second++) {
    clock.advance(1000);
    work();
    faults.endAbsent();
  }
};
const sentences = () => changes.map(({ active, message }) => `${active ? 'begins' : 'ends'}: ${message}`);

beforeEach(() => {
  clock = new VirtualClock();
  faults = new ControllerFaults(clock);
  changes = [];
  faults.onChange((fault) => changes.push(fault));
});

describe('a fault of the controller', () => {
  it('is reported once when it begins and once when it has been absent for half a minute', () => {
    seconds(100, () => faults.report('hardware', { message: 'silent' }));
    expect(sentences()).toEqual(['begins: silent']);
    expect(faults.active).toMatchObject([{ kind: 'hardware', message: 'silent' }]);
    seconds(30, () => faults.clear('hardware'));
    expect(faults.active).toHaveLength(1);
    seconds(1, () => faults.clear('hardware'));
    expect(sentences()).toEqual(['begins: silent', 'ends: The PDU hardware answers again.']);
    expect(faults.active).toEqual([]);
  });

  it('is reported again when it becomes worse than before, not when it alternates', () => {
    for (const stage of ['failing', 'lost', 'failing', 'lost', 'failing']) {
      faults.report('storageFailing', { stage, message: stage });
    }
    expect(sentences()).toEqual(['begins: failing', 'begins: lost']);
    expect(faults.of('storageFailing')?.message).toBe('failing');
  });

  it('that is only a notice is over after ten minutes', () => {
    faults.notice('restart', 'crashed');
    seconds(600);
    expect(faults.active).toHaveLength(1);
    seconds(31);
    expect(faults.active).toEqual([]);
  });

  it('of the previous run is not reported again when it persists, and ends when it does not', () => {
    faults.takeOver([
      { kind: 'certificate', stage: '30 days', since: 5, message: 'old' },
      { kind: 'clock', since: 6, message: 'old' },
    ]);
    seconds(100, () => faults.report('certificate', { stage: '30 days', message: 'soon' }));
    expect(sentences()).toEqual(['ends: The clock is set.']);
    expect(faults.active).toMatchObject([{ kind: 'certificate', since: 5, message: 'soon' }]);
    faults.report('certificate', { stage: '7 days', message: 'sooner' });
    expect(sentences()).toHaveLength(2);
  });

  it('that comes and goes is reported less and less often', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1 }), fc.integer({ min: 1, max: 60 }), (pattern, length) => {
        clock = new VirtualClock();
        faults = new ControllerFaults(clock);
        changes = [];
        faults.onChange((fault) => changes.push(fault));
        for (let second = 0; second < 4 * 3600; second++) {
          clock.advance(1000);
          if (pattern[Math.floor(second / length) % pattern.length]) faults.report('storageFull', { message: 'full' });
          else faults.clear('storageFull');
          faults.endAbsent();
        }
        // Six beginnings double the half minute to 16 minutes; then there is no room for more in an hour.
        expect(changes.filter(({ active }) => active).length).toBeLessThanOrEqual(4 * 7);
      }),
      { numRuns: 30 },
    );
  });

  it('reaches every listener, also when one of them fails', () => {
    const logged: unknown[] = [];
    const broken = new ControllerFaults(clock);
    broken.onChange(() => {
      throw new Error('broken listener');
    });
    broken.onChange((fault) => logged.push(fault.kind));
    broken.report('clock', { message: 'unset' });
    expect(logged).toEqual(['clock']);
  });
});
