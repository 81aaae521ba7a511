import { Logger } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { VirtualClock } from '../../test/support/time/virtual-clock.js';
import { ConfigError, readConfig } from '../config/runtime-config.js';
import { Ticks } from '../kernel/ticks.js';
import { CrashRecord } from './crash-record.js';
import type { HostedPdu, RunningPdu } from './hosted-pdu.js';
import { PduStarter } from './hosted-pdu.js';
import { HostedPdusService, PduList } from './hosted-pdus.service.js';
import type { ListedPdu } from './pdu-list.js';
import { SharedLog } from './shared-log.js';

Logger.overrideLogger(false);

const listed = (name: string, version = '1'): ListedPdu => ({ name, version, listens: false, config: readConfig({}) });

/** A starter that notes what it does, and takes a time for each start. */
class NotingStarter extends PduStarter {
  readonly done: string[] = [];
  readonly failing = new Map<string, Error>();
  readonly restart = new Map<string, () => void>();
  /** Lets seconds pass while PDU b stops. */
  stopsWithin: ((seconds: number) => Promise<void>) | undefined;

  constructor(
    private readonly clock: VirtualClock,
    private readonly takes: number,
  ) {
    super();
  }

  start({ name }: ListedPdu, restart: () => void): Promise<RunningPdu> {
    this.done.push(`start ${name}`);
    this.clock.advance(this.takes);
    const failure = this.failing.get(name);
    if (failure) return Promise.reject(failure);
    this.restart.set(name, restart);
    const close = async (): Promise<void> => {
      this.done.push(`stop ${name}`);
      if (name === 'b') await this.stopsWithin?.(20);
    };
    return Promise.resolve({ url: undefined, health: { status: 'ok', ready: true, checks: [] }, close });
  }
}

/** Without a file. */
class NoCrashes extends CrashRecord {
  constructor(private readonly delays: Readonly<Record<string, number>>) {
    super('/nowhere/crashes.json');
  }

  override delayOf(pdu: string): number {
    return this.delays[pdu] ?? 0;
  }
}

/** A collector of the PDUs of these names, whose starts take so many ms. */
function aCollector(names: readonly string[], takes = 1, crashed: Readonly<Record<string, number>> = {}) {
  const clock = new VirtualClock();
  const ticks = new Ticks();
  const starter = new NotingStarter(clock, takes);
  let current: () => readonly ListedPdu[] = () => [];
  const list: PduList = {
    first: names.map((name) => listed(name)),
    read: () => new Promise((resolve) => resolve(current())),
  };
  const crashes = new NoCrashes(crashed);
  const service = new HostedPdusService(list, starter, new SharedLog(), crashes, clock, ticks);
  service.onModuleInit();
  const pdu = (name: string): HostedPdu | undefined => service.all.find((each) => each.name === name);
  return {
    ...{ service, starter, pdu },
    states: () => Object.fromEntries(service.all.map(({ name, state }) => [name, state])),
    reload: (read: () => readonly ListedPdu[]) => {
      current = read;
      return service.reload();
    },
    /** Lets seconds pass, each with its tick and all that follows from it. */
    async seconds(count: number): Promise<void> {
      for (let second = 0; second < count; second++) {
        clock.advance(1000);
        ticks.run({ uptime: clock.uptime() });
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

describe('a collector', () => {
  it('starts its PDUs in their order, and only so many in a second as half of it has room for', async () => {
    const { starter, seconds, states } = aCollector(['a', 'b', 'c', 'd', 'e'], 200);
    await seconds(1);
    expect(starter.done).toEqual(['start a', 'start b', 'start c']);
    expect(states()).toMatchObject({ c: 'running', d: 'waiting' });
    await seconds(1);
    expect(starter.done).toEqual(['start a', 'start b', 'start c', 'start d', 'start e']);
  });

  it('goes on with the others when one does not start, and tries that one again ever later', async () => {
    const { starter, seconds, pdu, states } = aCollector(['a', 'b', 'c']);
    starter.failing.set('b', new ConfigError(['The folder is damaged.']));
    await seconds(1);
    expect(states()).toEqual({ a: 'running', b: 'waiting', c: 'running' });
    expect(pdu('b')?.problem).toBe('The folder is damaged.');
    const attempts = () => starter.done.filter((each) => each === 'start b').length;
    await seconds(30);
    expect(attempts()).toBeGreaterThanOrEqual(3);
    await seconds(3600);
    const before = attempts();
    await seconds(300);
    expect(attempts() - before).toBeLessThanOrEqual(1);
    starter.failing.delete('b');
    await seconds(400);
    expect(pdu('b')).toMatchObject({ state: 'running', problem: undefined });
    expect(starter.done.filter((each) => each !== 'start b')).toEqual(['start a', 'start c']);
  });

  it('touches only what has changed when it reads its list again', async () => {
    const { starter, seconds, reload, states } = aCollector(['a', 'b', 'c']);
    await seconds(1);
    starter.done.length = 0;
    await reload(() => [listed('d'), listed('b', '2'), listed('a')]);
    await seconds(1);
    expect(starter.done).toEqual(['stop b', 'stop c', 'start d', 'start b']);
    expect(states()).toEqual({ d: 'running', b: 'running', a: 'running' });
  });

  it('goes on as before with a list that has a fault', async () => {
    const { starter, seconds, reload, states } = aCollector(['a', 'b']);
    await seconds(1);
    await reload(() => {
      throw new ConfigError(['"pdus" must be a list.']);
    });
    await seconds(5);
    expect(states()).toEqual({ a: 'running', b: 'running' });
    expect(starter.done).toEqual(['start a', 'start b']);
  });

  it('starts one again that asks for it, and no other', async () => {
    const { starter, seconds, pdu } = aCollector(['a', 'b']);
    await seconds(1);
    starter.restart.get('a')?.();
    await seconds(2);
    expect(starter.done).toEqual(['start a', 'start b', 'stop a', 'start a']);
    expect(pdu('a')?.restarts).toBe(1);
    expect(pdu('b')?.restarts).toBe(0);
  });

  it('never starts one again that leaves the list while it restarts, whatever the others do meanwhile', async () => {
    const { starter, seconds, reload, states } = aCollector(['a', 'b', 'c']);
    await seconds(1);
    starter.restart.get('a')?.();
    starter.done.length = 0;
    starter.stopsWithin = seconds; // time passes while b stops
    await reload(() => [listed('c')]);
    await seconds(1);
    expect(starter.done).toEqual(['stop a', 'stop b']);
    expect(states()).toEqual({ c: 'running' });
  });

  it('lets a PDU wait whose error has ended the process before, and starts the others', async () => {
    const { starter, seconds } = aCollector(['a', 'b', 'c'], 1, { a: 60_000 });
    await seconds(30);
    expect(starter.done).toEqual(['start b', 'start c']);
    await seconds(31);
    expect(starter.done).toEqual(['start b', 'start c', 'start a']);
  });

  it('stops all in their order, and starts none after that', async () => {
    const { service, starter, seconds } = aCollector(['a', 'b', 'c'], 400);
    await seconds(1);
    starter.restart.get('a')?.();
    await service.beforeApplicationShutdown();
    await seconds(3);
    expect(starter.done).toEqual(['start a', 'start b', 'stop a', 'stop b']);
  });
});
