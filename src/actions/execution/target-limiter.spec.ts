import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NotBegunError, TargetLimiter } from './target-limiter.js';

const BOUNDS = { atOnce: 3, perTarget: 4, inAll: 8 };
const THIS_PDU = '';

/** Work that ends when the test says so. */
class Work {
  readonly stop = new AbortController();
  isRunning = false;
  end: () => void = () => undefined;

  constructor(readonly target: string) {}

  readonly begin = (): Promise<void> => {
    this.isRunning = true;
    return new Promise((resolve) => {
      this.end = () => {
        this.isRunning = false;
        resolve();
      };
    });
  };
}

let limiter: TargetLimiter;
let asked: Work[];
/** Work in the order in which it began, and work that was refused or has left. */
let begun: Work[];
let notBegun: Work[];

beforeEach(() => {
  limiter = new TargetLimiter(BOUNDS);
  [asked, begun, notBegun] = [[], [], []];
});

const settle = () => new Promise((resolve) => setImmediate(resolve));
const ask = (target: string): Work => {
  const work = new Work(target);
  asked.push(work);
  const run = limiter.run(target, work.stop.signal, () => {
    begun.push(work);
    return work.begin();
  });
  run.catch((error: unknown) => {
    expect(error).toBeInstanceOf(NotBegunError);
    notBegun.push(work);
  });
  return work;
};
const running = (): Work[] => begun.filter(({ isRunning }) => isRunning);
const isWaiting = (work: Work): boolean => !begun.includes(work) && !notBegun.includes(work);
const waitingFor = (target: string): Work[] => asked.filter((work) => work.target === target && isWaiting(work));

describe('work for targets', () => {
  it('begins at once where nothing is under way', () => {
    const [one, other] = [ask('a'), ask('b')];
    expect([one.isRunning, other.isRunning]).toEqual([true, true]);
  });

  it('has the result of the work, and makes room also when it fails', async () => {
    const { signal } = new AbortController();
    await expect(limiter.run('a', signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await limiter.run('a', signal, () => Promise.resolve('sent'))).toBe('sent');
  });

  it('on this PDU begins however many targets do not answer, and however much waits for them', async () => {
    for (const target of 'abcabcabcde') ask(target);
    await settle();
    expect([running().length, limiter.waiting]).toEqual([3, 8]);
    const here = [ask(THIS_PDU), ask(THIS_PDU)];
    expect(here.map(({ isRunning }) => isRunning)).toEqual([true, false]);
    here[0]?.end();
    await settle();
    expect(here[1]?.isRunning).toBe(true);
  });

  it('whose signal is aborted before it is asked for never begins', async () => {
    await expect(limiter.run('a', AbortSignal.abort(), async () => 'sent')).rejects.toThrow(NotBegunError);
  });

  it('is taken from all targets alternately: one with much to do does not keep the others out', async () => {
    for (const target of 'aaaabbbbcd') ask(target);
    const order: string[] = [];
    while (order.length < 10) {
      const [work] = running();
      order.push(work?.target ?? 'none');
      work?.end();
      await settle();
    }
    expect(order.indexOf('c')).toBeLessThan(4);
    expect(order.indexOf('d')).toBeLessThan(8);
  });

  const steps = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ ask: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', THIS_PDU) }) },
      { weight: 2, arbitrary: fc.record({ end: fc.nat(20) }) },
      { weight: 1, arbitrary: fc.record({ abort: fc.nat(20) }) },
    ),
    { maxLength: 80 },
  );

  it('is in order for each target, bounded, and never waits for ever, whatever is asked, ended and aborted', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (all, settles) => {
        limiter = new TargetLimiter(BOUNDS);
        [asked, begun, notBegun] = [[], [], []];
        for (const step of all) {
          if ('ask' in step) ask(step.ask);
          if ('end' in step) running()[step.end]?.end();
          if ('abort' in step) asked.filter(isWaiting)[step.abort]?.stop.abort();
          if (settles) await settle();
          else await Promise.resolve();
          expectBounds();
        }
        await settle();
        expectNoneIdle();
        while (running().length > 0) {
          running()[0]?.end();
          await settle();
          expectBounds();
          expectNoneIdle();
        }
        // Everybody had a turn, was refused, or has left.
        expect(asked.filter(isWaiting)).toEqual([]);
        expect(limiter.waiting).toBe(0);
        for (const target of new Set(asked.map((work) => work.target))) {
          const inOrder = asked.filter((work) => work.target === target && begun.includes(work));
          expect(begun.filter((work) => work.target === target)).toEqual(inOrder);
        }
      }),
      { numRuns: 300 },
    );
  });
});

function expectBounds(): void {
  const targets = running().map(({ target }) => target);
  expect(new Set(targets).size).toBe(targets.length);
  expect(targets.filter((target) => target !== THIS_PDU).length).toBeLessThanOrEqual(BOUNDS.atOnce);
  for (const target of 'abcdef') expect(waitingFor(target).length).toBeLessThanOrEqual(BOUNDS.perTarget + 1);
  expect(limiter.waiting).toBeLessThanOrEqual(BOUNDS.inAll + BOUNDS.perTarget);
}

/** Every waiting run has a reason: its target is busy, or as many targets as there may be. */
function expectNoneIdle(): void {
  const targets = running().map(({ target }) => target);
  const isFull = targets.filter((target) => target !== THIS_PDU).length === BOUNDS.atOnce;
  for (const { target } of asked.filter(isWaiting)) {
    expect(targets.includes(target) || (isFull && target !== THIS_PDU)).toBe(true);
  }
}
