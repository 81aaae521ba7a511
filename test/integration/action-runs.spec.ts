import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { ActionBench, DONE, type FakeAction, type ControllerRun } from '../support/modules/action-bench.js';
import type { Delivery } from '../../src/outbound/delivery.js';
import type { EventOccurrence } from '../../src/actions/event-occurrence.js';

Logger.overrideLogger(false);

let bench: ActionBench;
beforeEach(() => {
  bench = new ActionBench();
});
afterEach(() => bench.stop());

/** Records the time of its end. */
const seen: string[] = [];
beforeEach(() => {
  seen.length = 0;
});
const doing = (name: string, more: Partial<FakeAction> = {}): FakeAction => ({
  perform: async () => {
    seen.push(name);
    return DONE;
  },
  ...more,
});
const hanging = (name: string, more: Partial<FakeAction> = {}): FakeAction => ({
  perform: () => {
    seen.push(name);
    return new Promise<Delivery>(() => undefined);
  },
  ...more,
});
const failing = (name: string, retry: boolean, more: Partial<FakeAction> = {}): FakeAction => ({
  perform: async () => {
    seen.push(name);
    return { delivered: false, reason: 'nobody is there', retry };
  },
  ...more,
});

describe('the actions of an event occurrence', () => {
  it('run in the order listed, each with its cause and result in the audit log', async () => {
    const controller = await bench.start({
      1: doing('mail', { target: 'a' }),
      2: doing('switch'),
      3: doing('trap'),
    });
    controller.dispatcher.dispatch(bench.occurrence([3, 1, 2]));
    await controller.dispatcher.idle();
    expect(seen).toEqual(['trap', 'mail', 'switch']);
    const entries = await controller.log();
    expect(entries.map(({ kind, object, via, who, result }) => [kind, object, via, who, result])).toEqual(
      ['3', '1', '2'].map((id) => ['action.run', `action:${id}`, 'action', 'Too much current', 'ok']),
    );
  });

  it('start in the order listed, and none waits for the receiver of another', async () => {
    const controller = await bench.start({
      1: hanging('mail', { target: 'mail' }),
      2: doing('switch', { switches: true }),
      3: hanging('peer', { target: 'peer', switches: true }),
      4: doing('trap', { target: 'trap' }),
      5: doing('second mail', { target: 'mail' }),
    });
    controller.dispatcher.dispatch(bench.occurrence([1, 2, 5, 3, 4]));
    await controller.idle();
    expect(seen).toEqual(['mail', 'switch', 'peer', 'trap']);
    expect(await controller.ends()).toEqual(['pending', 'done ok', 'pending', 'begun', 'done ok']);
    await controller.seconds(10);
    expect(seen).toEqual(['mail', 'switch', 'peer', 'trap', 'second mail']);
  });

  it('are recorded with their position in the list and their start time, whichever ends first', async () => {
    let answer: (delivery: Delivery) => void = () => undefined;
    const slow = { target: 'mail', perform: () => new Promise<Delivery>((resolve) => (answer = resolve)) };
    const controller = await bench.start({ 7: slow, 8: doing('switch', { switches: true }) });
    const began = new Date(bench.clock.now()).toISOString();
    controller.dispatcher.dispatch(bench.occurrence([7, 8]));
    await controller.idle();
    await controller.seconds(3);
    answer(DONE);
    await controller.idle();
    const logged = (await controller.log()).map(({ object, after }) => [object, JSON.parse(after ?? '{}')]);
    expect(logged).toEqual([
      ['action:8', expect.objectContaining({ place: 2, began })],
      ['action:7', expect.objectContaining({ place: 1, began, took: 3000 })],
    ]);
  });

  it('continue after one that fails or throws', async () => {
    const throwing = { perform: () => Promise.reject(new Error('a defect')) };
    const controller = await bench.start({
      1: failing('peer', false, { switches: true }),
      2: throwing,
      3: doing('trap'),
    });
    controller.dispatcher.dispatch(bench.occurrence([1, 2, 3, 77]));
    await controller.dispatcher.idle();
    expect(await controller.ends()).toEqual([
      'failed NOT_DELIVERED',
      'failed INTERNAL_ERROR',
      'done ok',
      'skipped DELETED',
    ]);
  });

  it('do not wait for those of another event, whose target hangs', async () => {
    const controller = await bench.start({ 1: hanging('mail', { target: 'mail' }), 2: doing('switch') });
    controller.dispatcher.dispatch(bench.occurrence([1, 1, 1]));
    controller.dispatcher.dispatch(bench.occurrence([2], { eventId: 2 }));
    await controller.idle();
    expect(seen).toEqual(['mail', 'switch']);
  });

  it('run one after another for the same target, and for at most 64 targets at once', async () => {
    const fakes = Object.fromEntries(
      Array.from({ length: 66 }, (_, i) => [i + 1, hanging(`target ${i + 1}`, { target: `host ${i + 1}` })]),
    );
    const controller = await bench.start({ ...fakes, 99: doing('switch') });
    for (let id = 1; id <= 66; id++) controller.dispatcher.dispatch(bench.occurrence([id], { eventId: id }));
    controller.dispatcher.dispatch(bench.occurrence([99], { eventId: 99 }));
    await controller.idle();
    expect(seen).toHaveLength(65);
    expect(seen).toContain('switch');
  });

  it('are refused and logged when 256 already wait for their target', async () => {
    const controller = await bench.start({ 1: hanging('mail', { target: 'mail' }) });
    for (let eventId = 1; eventId <= 258; eventId++) controller.dispatcher.dispatch(bench.occurrence([1], { eventId }));
    await controller.idle();
    expect((await controller.ends()).filter((end) => end === 'failed QUEUE_FULL')).toHaveLength(1);
    expect((await controller.log()).map(({ result }) => result)).toEqual(['QUEUE_FULL']);
  });
});

describe('an action that fails', () => {
  it('is tried three times, after 5 and after 30 seconds, if repeating is harmless', async () => {
    const controller = await bench.start({ 1: failing('mail', true, { target: 'mail' }) });
    controller.dispatcher.dispatch(bench.occurrence([1]));
    await controller.dispatcher.idle();
    await controller.seconds(4);
    expect(seen).toHaveLength(1);
    await controller.seconds(1);
    expect(seen).toHaveLength(2);
    await controller.seconds(29);
    expect(seen).toHaveLength(2);
    await controller.seconds(1);
    expect(seen).toHaveLength(3);
    await controller.seconds(120);
    expect(seen).toHaveLength(3);
    expect(await controller.table()).toMatchObject([{ state: 'failed', tries: 3, detail: 'nobody is there' }]);
  });

  it('is not retried if repeating does not help', async () => {
    const controller = await bench.start({ 1: failing('mail', false, { target: 'mail' }) });
    controller.dispatcher.dispatch(bench.occurrence([1]));
    await controller.dispatcher.idle();
    await controller.seconds(60);
    expect(seen).toEqual(['mail']);
  });

  it('is never repeated when it switches, whatever its channel reports', async () => {
    const controller = await bench.start({ 1: failing('peer', true, { target: 'peer', switches: true }) });
    controller.dispatcher.dispatch(bench.occurrence([1]));
    await controller.dispatcher.idle();
    await controller.seconds(60);
    expect(seen).toEqual(['peer']);
    expect(await controller.ends()).toEqual(['failed NOT_DELIVERED']);
  });

  it('is retried although it switches, when its channel knows that it did not arrive', async () => {
    const peer = { target: 'peer', switches: true, retries: true };
    const controller = await bench.start({
      1: failing('peer', true, peer),
      2: hanging('other peer', { ...peer, target: 'x' }),
    });
    controller.dispatcher.dispatch(bench.occurrence([1, 2]));
    await controller.idle();
    expect(await controller.ends()).toEqual(['pending NOT_DELIVERED', 'begun']);
    await controller.seconds(60);
    expect(seen.filter((name) => name === 'peer')).toHaveLength(3);
    expect(seen.filter((name) => name === 'other peer')).toHaveLength(1);
    expect(await controller.ends()).toEqual(['failed NOT_DELIVERED', 'failed TIME_LIMIT']);
  });

  /** Sends until its signal is aborted, and then says whether it may be repeated. */
  const sending = (name: string, retry: boolean, more: Partial<FakeAction> = {}): FakeAction => ({
    perform: ({ signal }) => {
      seen.push(name);
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve({ delivered: false, reason: 'cut off', retry })),
      );
    },
    ...more,
  });

  it('is cut off by its time limit, and tried again only if its channel says that it did not arrive', async () => {
    const peer = { switches: true, retries: true };
    const controller = await bench.start({
      1: sending('mail', true, { target: 'mail' }),
      2: sending('unreached peer', true, { ...peer, target: 'x' }),
      3: sending('reached peer', false, { ...peer, target: 'y' }),
    });
    controller.dispatcher.dispatch(bench.occurrence([1, 2, 3]));
    await controller.idle();
    await controller.seconds(9);
    expect(await controller.ends()).toEqual(['pending', 'begun', 'begun']);
    await controller.seconds(1);
    expect(await controller.ends()).toEqual(['pending TIME_LIMIT', 'pending TIME_LIMIT', 'failed TIME_LIMIT']);
    await controller.seconds(120);
    const table = await controller.table();
    expect(table.map(({ state, tries, detail }) => [state, tries, detail])).toEqual([
      ['failed', 3, 'cut off'],
      ['failed', 3, 'cut off'],
      ['failed', 1, 'cut off'],
    ]);
    expect(await controller.log()).toHaveLength(3);
  });

  it('is not done when it switches and has waited for more than a minute; a notification is', async () => {
    const controller = await bench.start({
      1: sending('no answer', false, { target: 'x' }),
      2: doing('switch', { target: 'x', switches: true }),
      3: doing('post', { target: 'x' }),
    });
    controller.dispatcher.dispatch(bench.occurrence([1, 1, 1, 1, 1, 1, 2]));
    controller.dispatcher.dispatch(bench.occurrence([1, 2, 3]));
    await controller.idle();
    bench.clock.setWall(0); // it is no matter what the clock says meanwhile
    await controller.seconds(75);
    expect(seen.slice(6)).toEqual(['switch', 'no answer', 'post']);
    expect((await controller.ends()).slice(6)).toEqual(['done ok', 'failed TIME_LIMIT', 'failed TOO_LATE', 'done ok']);
  });

  it('is not repeated when it switches and a newer command for the same object was sent meanwhile', async () => {
    let isThere = false;
    const command = (name: string, object: string): FakeAction => ({
      ...{ target: 'peer', switches: true, retries: true, commands: object },
      perform: async () => {
        seen.push(name);
        return isThere ? DONE : { delivered: false, reason: 'nobody is there', retry: true };
      },
    });
    const controller = await bench.start({ 1: command('off', 'A'), 2: command('on', 'A'), 3: command('other', 'B') });
    controller.dispatcher.dispatch(bench.occurrence([1, 3]));
    controller.dispatcher.dispatch(bench.occurrence([2], { eventId: 2 }));
    await controller.seconds(2);
    controller.dispatcher.dispatch(bench.occurrence([1], { eventId: 3 }));
    await controller.seconds(1);
    isThere = true;
    controller.dispatcher.dispatch(bench.occurrence([2], { eventId: 4 }));
    await controller.seconds(60);
    expect(seen).toEqual(['off', 'on', 'other', 'off', 'on', 'other']);
    expect(await controller.ends()).toEqual([
      'skipped OVERTAKEN',
      'done ok',
      'skipped OVERTAKEN',
      'skipped OVERTAKEN',
      'done ok',
    ]);
  });

  it('late, because it switches slowly, is recorded with its actual result', async () => {
    let end: (delivery: Delivery) => void = () => undefined;
    const perform = () => new Promise<Delivery>((resolve) => (end = resolve));
    const controller = await bench.start({ 1: { perform, switches: true } });
    controller.dispatcher.dispatch(bench.occurrence([1]));
    await controller.idle();
    await controller.seconds(10);
    expect(await controller.ends()).toEqual(['failed TIME_LIMIT']);
    end(DONE);
    await controller.idle();
    expect(await controller.ends()).toEqual(['done ok']);
  });
});

describe('the limits on actions', () => {
  it('let an action run a number of times per minute for one event, and log the rest once', async () => {
    const controller = await bench.start({ 1: doing('switch') });
    for (let i = 0; i < 500; i++) controller.dispatcher.dispatch(bench.occurrence([1]));
    controller.dispatcher.dispatch(bench.occurrence([1], { eventId: 2 }));
    await controller.dispatcher.idle();
    expect(seen).toHaveLength(11);
    expect((await controller.ends()).filter((end) => end === 'skipped TOO_OFTEN')).toHaveLength(1);
    expect((await controller.log()).filter(({ result }) => result === 'TOO_OFTEN')).toHaveLength(1);
    bench.clock.advance(60_000);
    controller.dispatcher.dispatch(bench.occurrence([1]));
    await controller.dispatcher.idle();
    expect(seen).toHaveLength(12);
  });

  it('hold in a storm of events: the queue is bounded, and a working target is still notified', async () => {
    const EVENTS = 60;
    const controller = await bench.start({
      1: hanging('post', { target: 'far' }),
      2: doing('mail', { target: 'mail' }),
    });
    let most = 0;
    for (let second = 0; second < 60; second++) {
      for (let eventId = 1; eventId <= EVENTS; eventId++)
        controller.dispatcher.dispatch(bench.occurrence([1, 2], { eventId }));
      await controller.seconds(1);
      most = Math.max(most, controller.dispatcher.waiting);
    }
    const mails = seen.filter((name) => name === 'mail').length;
    expect(most).toBeLessThanOrEqual(512);
    expect(mails).toBeLessThanOrEqual(EVENTS * 10);
    expect(mails).toBeGreaterThan(0);
    expect((await controller.table()).length).toBeLessThanOrEqual(300 + 60 * 10);
  }, 60_000);

  it('end a chain of events and actions after five pairs', async () => {
    const controller = await bench.start({ 1: doing('switch', { moves: ['1-9'] }) });
    for (let pairs = 0; pairs < 10; pairs++) {
      controller.dispatcher.dispatch(
        bench.occurrence([1], { eventId: pairs, depth: controller.automaticSwitchLog.depthOf('1-9') }),
      );
      await controller.dispatcher.idle();
    }
    expect(seen).toHaveLength(5);
    expect(controller.automaticSwitchLog.depthOf('1-9')).toBe(5);
    expect((await controller.ends()).at(-1)).toBe('skipped TOO_DEEP');
  });

  it('attribute a change to an action for one minute', async () => {
    const controller = await bench.start({ 1: doing('switch', { moves: ['1-9'] }) });
    controller.dispatcher.dispatch(bench.occurrence([1]));
    await controller.dispatcher.idle();
    expect([controller.automaticSwitchLog.depthOf('1-9'), controller.automaticSwitchLog.depthOf('2-9')]).toEqual([
      1, 0,
    ]);
    bench.clock.advance(60_000);
    expect(controller.automaticSwitchLog.depthOf('1-9')).toBe(0);
  });
});

describe('a stop of the controller', () => {
  it('between the occurrence and the action loses no switching, and does it once', async () => {
    const controller = await bench.start({
      1: hanging('one before', { target: 'x' }),
      2: doing('switch', { target: 'x', switches: true }),
    });
    controller.dispatcher.dispatch(bench.occurrence([1, 2]));
    await controller.idle();
    seen.length = 0;
    const second = await bench.restart({ 1: doing('mail', { target: 'x' }), 2: doing('switch', { switches: true }) });
    await second.dispatcher.idle();
    expect(seen).toEqual(['mail', 'switch']);
    const third = await bench.restart({ 1: doing('mail'), 2: doing('switch', { switches: true }) });
    await third.dispatcher.idle();
    expect(seen).toEqual(['mail', 'switch']);
    expect(await third.ends()).toEqual(['done ok', 'done ok']);
  });

  it.each([
    ['is recorded as interrupted and not repeated', () => false, 'interrupted INTERRUPTED'],
    ['is recorded as done when the relay shows it', () => true, 'done ok'],
  ])('in the middle of a switching: it %s', async (_, happened, end) => {
    const controller = await bench.start({ 1: hanging('switch', { switches: true }) });
    controller.dispatcher.dispatch(bench.occurrence([1]));
    await controller.idle();
    expect(await controller.ends()).toEqual(['begun']);
    const second = await bench.restart({ 1: doing('switch', { switches: true, happened }) });
    await second.dispatcher.idle();
    expect(seen).toEqual(['switch']);
    expect(await second.ends()).toEqual([end]);
  });

  it('of more than a minute cancels the switching that was due before it, but sends the notifications', async () => {
    const waiting = doing('switch', { target: 'x', switches: true });
    const controller = await bench.start({ 1: hanging('first', { target: 'x' }), 2: waiting });
    controller.dispatcher.dispatch(bench.occurrence([1, 2]));
    await controller.idle();
    const second = await bench.restart({ 1: doing('mail'), 2: doing('switch', { switches: true }) }, 61);
    await second.dispatcher.idle();
    expect(seen).toEqual(['first', 'mail']);
    expect(await second.ends()).toEqual(['done ok', 'interrupted TOO_LATE']);
  });

  it('and a clock that was set back cancel switching that may be outdated', async () => {
    const waiting = doing('switch', { target: 'x', switches: true });
    const controller = await bench.start({ 1: hanging('first', { target: 'x' }), 2: waiting });
    controller.dispatcher.dispatch(bench.occurrence([1, 2]));
    await controller.idle();
    bench.clock.setWall(0);
    const second = await bench.restart({ 1: doing('mail'), 2: doing('switch', { switches: true }) });
    await second.dispatcher.idle();
    expect(await second.ends()).toEqual(['done ok', 'interrupted TOO_LATE']);
  });

  it('preserves the number of attempts of a notification', async () => {
    const controller = await bench.start({ 1: failing('mail', true, { target: 'mail' }) });
    controller.dispatcher.dispatch(bench.occurrence([1]));
    await controller.dispatcher.idle();
    await controller.seconds(5);
    expect(seen).toHaveLength(2);
    const second = await bench.restart({ 1: failing('mail', true, { target: 'mail' }) });
    await second.dispatcher.idle();
    await second.seconds(120);
    expect(seen).toHaveLength(3);
  });
});

describe('closing', () => {
  it('starts no further run, stores nothing of one that hangs, and leaves the queue to the next start', async () => {
    const controller = await bench.start({ 1: hanging('mail', { target: 'x' }), 2: doing('trap', { target: 'x' }) });
    controller.dispatcher.dispatch(bench.occurrence([1, 2]));
    await controller.idle();
    controller.stop();
    controller.dispatcher.dispatch(bench.occurrence([2], { eventId: 9 }));
    await controller.seconds(60);
    expect(seen).toEqual(['mail']);
    expect(await controller.ends()).toEqual(['pending', 'pending', 'pending']);
    const second = await bench.restart({ 1: doing('mail', { target: 'x' }), 2: doing('trap', { target: 'x' }) });
    await second.dispatcher.idle();
    expect(await second.ends()).toEqual(['done ok', 'done ok', 'done ok']);
  });
});

describe('a flood of events', () => {
  const flood = async (
    controller: ControllerRun,
    seconds: number,
    events: number,
    more: Partial<EventOccurrence> = {},
  ): Promise<void> => {
    const actionIds = Array.from({ length: 20 }, (_, i) => i + 1);
    for (let second = 0; second < seconds; second++) {
      for (let eventId = 1; eventId <= events; eventId++) {
        controller.dispatcher.dispatch(bench.occurrence(actionIds, { eventId, ...more }));
      }
      await controller.seconds(1);
    }
  };
  const hosts = (fake: (name: string, more: Partial<FakeAction>) => FakeAction): Record<number, FakeAction> =>
    Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i + 1, fake('post', { target: `host ${i}` })]));

  it('writes a bounded number of rows, and one a minute with the number of refused runs', async () => {
    const controller = await bench.start(hosts(doing));
    await flood(controller, 61, 100);
    expect(seen.length).toBeLessThanOrEqual(400 + 61 * 20);
    expect((await controller.table()).length).toBeLessThanOrEqual(400 + 61 * 20);
    const limits = (await controller.log()).filter(({ kind }) => kind === 'automation.limit');
    expect(limits).toHaveLength(2);
    const refused = limits.map(({ after }) => (JSON.parse(after ?? '{}') as { runsRefused: number }).runsRefused);
    expect(refused.reduce((sum, runs) => sum + runs, 0) + (await controller.table()).length).toBeGreaterThan(20_000);
  }, 60_000);

  it('queues at most 500 runs, whatever their receivers do', async () => {
    const controller = await bench.start(hosts(hanging));
    await flood(controller, 30, 100);
    expect((await controller.ends()).filter((end) => /^(pending|begun)/.test(end)).length).toBeLessThanOrEqual(
      500 + 20,
    );
  }, 60_000);

  it('for receivers that do not answer leaves this PDU its switching', async () => {
    const controller = await bench.start({ ...hosts(hanging), 99: doing('switch', { switches: true, code: 11 }) });
    for (let eventId = 1; eventId <= 600; eventId++) {
      const maker = eventId % 2 === 0 ? '5' : '6';
      controller.dispatcher.dispatch(bench.occurrence([1 + (eventId % 20)], { eventId, maker }));
      if (eventId % 50 === 0) await controller.seconds(3);
    }
    expect(controller.dispatcher.plan(bench.occurrence([1], { eventId: 1000, maker: '7' }))).toEqual([]);
    controller.dispatcher.dispatch(bench.occurrence([99], { eventId: 1001, maker: '7' }));
    await controller.idle();
    expect(seen.filter((name) => name === 'switch')).toHaveLength(1);
  }, 60_000);

  it('of one creator leaves the events of another their share', async () => {
    const controller = await bench.start({ ...hosts(doing), 99: doing('switch', { switches: true }) });
    await flood(controller, 40, 50, { maker: '5' });
    seen.length = 0;
    for (let eventId = 1001; eventId <= 1050; eventId++) {
      controller.dispatcher.dispatch(bench.occurrence([99], { eventId, maker: '6' }));
    }
    await controller.dispatcher.idle();
    expect(seen.filter((name) => name === 'switch')).toHaveLength(50);
  }, 60_000);
});

describe('an event occurrence inside a transaction', () => {
  it('is committed with it, and its actions start after it', async () => {
    const controller = await bench.start({ 1: doing('switch') });
    await bench.database.db.transaction(async () => {
      await controller.dispatcher.beginInTransaction(controller.dispatcher.plan(bench.occurrence([1])));
      expect(seen).toEqual([]);
    });
    await controller.dispatcher.idle();
    expect(seen).toEqual(['switch']);
  });

  it('is rolled back with it', async () => {
    const controller = await bench.start({ 1: doing('switch') });
    const unit = bench.database.db.transaction(async () => {
      await controller.dispatcher.beginInTransaction(controller.dispatcher.plan(bench.occurrence([1])));
      throw new Error('no');
    });
    await expect(unit).rejects.toThrow('no');
    await controller.dispatcher.idle();
    expect([seen, await controller.table()]).toEqual([[], []]);
  });
});

describe('stored action runs', () => {
  it('of an event within a time range are answered in their order', async () => {
    const controller = await bench.start({ 1: doing('switch'), 2: failing('mail', false) });
    const at = bench.clock.now();
    for (const late of [0, 1000, 2000]) controller.dispatcher.dispatch(bench.occurrence([1, 2], { at: at + late }));
    controller.dispatcher.dispatch(bench.occurrence([1], { eventId: 7 }));
    await controller.dispatcher.idle();
    const runs = await controller.runs.findBetween(1, at, at + 1000);
    expect(runs.map(({ actionId, result }) => [actionId, result])).toEqual([
      [1, 'ok'],
      [2, 'NOT_DELIVERED'],
      [1, 'ok'],
      [2, 'NOT_DELIVERED'],
    ]);
    expect(runs[1]).toMatchObject({ state: 'failed', detail: 'nobody is there', took: 0 });
  });

  it('are limited in number', async () => {
    const controller = await bench.start({ 1: doing('switch') }, 60_000);
    await bench.database.source.query(
      `INSERT INTO action_run (id, eventId, actionId, name, firing, state, tries, at) VALUES (5249, 1, 1, '', '{}', 'done', 1, 0), (240, 1, 1, '', '{}', 'done', 1, 0), (241, 1, 1, '', '{}', 'pending', 1, 0)`,
    );
    controller.dispatcher.dispatch(bench.occurrence([1]));
    await controller.dispatcher.idle();
    expect((await controller.table()).map(({ id }) => id)).toEqual([241, 5249, 5250]);
  });
});
