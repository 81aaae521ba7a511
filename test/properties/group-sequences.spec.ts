import { describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { GroupModel } from '../support/modules/group-model.js';
import { fake, RelayBench, type Bus, type ControllerRun } from '../support/hardware/relay-bench.js';
import type { Cause } from '../../src/common/cause.js';
import type { OnOff } from '../../src/common/units.js';
import { OutletCommandsService, type OutletCommand } from '../../src/outlets/outlet-commands.service.js';
import { OutletDetailsService } from '../../src/outlets/outlet-details.service.js';
import { OutletStore } from '../../src/outlets/outlet.store.js';
import { OutletEntity } from '../../src/outlets/outlet.entity.js';
import { OutletsService } from '../../src/outlets/outlets.service.js';
import { SettingsStore } from '../../src/settings/settings.store.js';
import { GroupCommandsService } from '../../src/groups/group-commands.service.js';
import { GroupOutletsService } from '../../src/groups/group-outlets.service.js';
import { GroupStore } from '../../src/groups/group.store.js';
import { GroupsService } from '../../src/groups/groups.service.js';

Logger.overrideLogger(false);

const ADMIN: Cause = { kind: 'session', who: 'admin' };
const MEMBERS = ['3-9', '1-9', '2-9'] as const;
const OUTSIDER = '4-9';
const OFF_SECONDS = { '1-9': 2, '2-9': 4, '3-9': 2 } as const;

/** Records the times at which relays turn on, by the wall clock, which continues over restarts. */
class WatchedRelayBench extends RelayBench {
  readonly turnedOn: { readonly id: string; readonly at: number }[] = [];

  override move(id: string, state: OnOff): void {
    const before = this.relays.get(id);
    super.move(id, state);
    if (before !== this.relays.get(id) && state === 'ON') this.turnedOn.push({ id, at: this.clock.now() / 1000 });
  }
}

/** A group, its outlets and consecutive runs of the controller with them. */
class GroupBench {
  readonly relayBench = new WatchedRelayBench();
  run!: ControllerRun;
  groups!: GroupsService;
  #commands!: GroupCommandsService;
  #outlets!: OutletCommandsService;
  readonly #group;

  constructor(delay: number) {
    this.#group = { id: 1, name: 'Rack', delay, outlets: MEMBERS, maker: null };
    const slow = { id: '2-9', name: 'slow', pwrOnState: 'PREV', customRebootTimeEnabled: true };
    this.relayBench.tables.set(
      OutletEntity,
      new Map([[slow.id, { ...slow, customRebootTime: OFF_SECONDS[slow.id as '2-9'] }]]),
    );
  }

  async start(awaySeconds = 0): Promise<void> {
    const { clock } = this.relayBench;
    clock.setWall(clock.now() + awaySeconds * 1000);
    this.run = await this.relayBench.start(({ driver, snapshots, db, audit, switching, undos }) => {
      const settings = new OutletStore(driver, snapshots, db, audit);
      const globals = fake(SettingsStore, { get: () => 2 });
      const outlets = fake(OutletsService, { find: (id: string) => driver.model.outlet(id) });
      const details = new OutletDetailsService(driver, outlets, settings, switching);
      this.#outlets = new OutletCommandsService(driver, outlets, switching, settings, details, globals, undos);
      const members = new GroupOutletsService(driver, snapshots, outlets);
      this.#commands = new GroupCommandsService(members, this.#outlets, switching);
      const store = fake(GroupStore, { find: () => this.#group });
      this.groups = new GroupsService(store, members, this.#commands, switching, undos);
      return [settings];
    });
  }

  /** Sends a command to the group. */
  command(command: OutletCommand): Promise<'done' | 'refused' | 'unanswered'> {
    return this.run.outcome(this.groups.command('1', command, ADMIN));
  }

  /** Sends a command to one outlet. */
  commandOne(id: string, command: OutletCommand): Promise<'done' | 'refused' | 'unanswered'> {
    return this.run.outcome(this.#outlets.command([id], command, ADMIN));
  }

  isRebooting(): boolean {
    return this.#commands.isRebooting(this.#group);
  }

  states(): string {
    return MEMBERS.map((id) => this.relayBench.relays.get(id)).join(' ');
  }
}

const aBench = async (delay: number): Promise<GroupBench> => {
  const bench = new GroupBench(delay);
  await bench.start();
  return bench;
};

/** The first kill at a write or relay move, or as many seconds after the command; how long until the second one takes. */
const KILLS = Array.from({ length: 14 }, (_, i) => i + 1).flatMap((effects) =>
  [1, 6, 9].flatMap((seconds) =>
    [
      { between: 0, away: 0 },
      { between: 0, away: 2 },
      { between: 1, away: 0 },
      { between: 4, away: 1 },
      { between: 4, away: 30 },
      { between: 1, away: 0.5 },
      { between: 2, away: 0.3 },
    ].map((second) => ({ effects, seconds, ...second })),
  ),
);

/** The time by which a move may be early, s. */
const JITTER = 0.1;

const member = fc.constantFrom(...MEMBERS);
const command = fc.constantFrom<OutletCommand>('ON', 'OFF', 'REBOOT');
const delay = fc.constantFrom(0, 1, 2, 5);

describe('a group', () => {
  type Step =
    | { readonly do: 'group'; readonly command: OutletCommand }
    | { readonly do: 'one'; readonly id: (typeof MEMBERS)[number]; readonly command: OutletCommand }
    | { readonly do: 'wait'; readonly seconds: number }
    | { readonly do: 'restart'; readonly away: number };
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('group' as const), command }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('one' as const), id: member, command }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 9 }) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), away: fc.integer({ min: 0, max: 15 }) }) },
  );

  it('matches a simple model, second by second, after any commands to it and its outlets, over restarts', async () => {
    await fc.assert(
      fc.asyncProperty(delay, fc.array(step, { maxLength: 25 }), async (seconds, steps) => {
        const bench = await aBench(seconds);
        const model = new GroupModel(MEMBERS, OFF_SECONDS, seconds);
        const agree = (): void => expect(bench.states()).toBe(model.states());
        for (const each of steps) {
          if (each.do === 'group') {
            model.command(each.command);
            expect(await bench.command(each.command)).toBe('done');
          }
          if (each.do === 'one') {
            model.commandOne(each.id, each.command);
            expect(await bench.commandOne(each.id, each.command)).toBe('done');
          }
          if (each.do === 'restart') {
            model.restart(each.away);
            await bench.start(each.away);
          }
          agree();
          for (let second = 0; each.do === 'wait' && second < each.seconds; second++) {
            model.second();
            await bench.run.seconds(1);
            agree();
          }
        }
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});

describe('a group, with crashes at any write or relay move and a bus that fails', () => {
  type Step =
    | { readonly do: 'group'; readonly command: OutletCommand }
    | { readonly do: 'one'; readonly id: string; readonly command: OnOff }
    | { readonly do: 'wait'; readonly seconds: number }
    | { readonly do: 'bus'; readonly bus: Bus }
    | { readonly do: 'crash'; readonly effects: number; readonly away: number };
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('group' as const), command }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('one' as const),
        id: member,
        command: fc.constantFrom<OnOff>('ON', 'OFF'),
      }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 5 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('bus' as const),
        bus: fc.constantFrom<Bus>('working', 'losing', 'mute'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('crash' as const),
        effects: fc.integer({ min: 1, max: 12 }),
        away: fc.integer({ min: -20, max: 20 }),
      }),
    },
  );

  /** The possible end states of each outlet: the last commanded one, and earlier ones without a known answer. */
  const play = async (bench: GroupBench, steps: readonly Step[]) => {
    const { relayBench } = bench;
    const wanted = new Map<string, Set<OnOff>>(MEMBERS.map((id) => [id, new Set(['ON'])]));
    const want = (ids: readonly string[], state: OnOff, isSure: boolean): void =>
      ids.forEach((id) => wanted.set(id, new Set([state, ...(isSure ? [] : (wanted.get(id) ?? []))])));
    let away = 0;
    for (const each of steps) {
      if (each.do === 'group') {
        const goesOn = each.command === 'REBOOT' && bench.isRebooting();
        const isSure = (await bench.command(each.command)) === 'done';
        if (!goesOn) want(MEMBERS, each.command === 'OFF' ? 'OFF' : 'ON', isSure);
      }
      if (each.do === 'one') want([each.id], each.command, (await bench.commandOne(each.id, each.command)) === 'done');
      if (each.do === 'wait') await bench.run.seconds(each.seconds);
      if (each.do === 'bus') relayBench.bus = each.bus;
      if (each.do === 'crash') [bench.run.effects, away] = [each.effects, each.away];
      if (bench.run.isDead) await bench.start(away);
    }
    relayBench.bus = 'working';
    if (bench.run.isDead) await bench.start(away);
    bench.run.effects = Infinity;
    await bench.run.seconds(150);
    return wanted;
  };

  it('ends in its last commanded state, and moves no other outlet', async () => {
    await fc.assert(
      fc.asyncProperty(delay, fc.array(step, { maxLength: 25 }), async (seconds, steps) => {
        const bench = await aBench(seconds);
        for (const [id, states] of await play(bench, steps)) {
          expect([...states]).toContain(bench.relayBench.relays.get(id));
          expect(bench.run.switching.pendingStepOf(id)).toBeUndefined();
        }
        expect(bench.relayBench.moves.filter(({ id }) => id === OUTSIDER)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  }, 120_000);

  it('turns on in order with its delay when the controller is killed at any step of a reboot, and again after it', async () => {
    for (const { effects, seconds, between, away } of KILLS) {
      const bench = await aBench(3);
      await bench.commandOne('1-9', 'OFF');
      bench.run.effects = effects;
      const isSure = (await bench.command('REBOOT')) === 'done';
      await bench.run.seconds(seconds);
      await bench.start(effects + 0.6);
      await bench.run.seconds(between);
      await bench.start(away);
      await bench.run.seconds(30);
      const { turnedOn } = bench.relayBench;
      expect(places(turnedOn)).toEqual(places(turnedOn).sort());
      expect(shortestPause(turnedOn)).toBeGreaterThanOrEqual(3 - JITTER);
      expect(isSure || turnedOn.length > 0 ? ['ON ON ON'] : ['ON ON ON', 'ON OFF ON']).toContain(bench.states());
    }
  }, 60_000);

  it.each([
    ['the hardware was silent', 'losing'],
    ['the controller stood still', 'working'],
  ] as const)('has its delay between outlets that are late because %s', async (_, bus) => {
    const bench = await aBench(3);
    await bench.command('REBOOT');
    await bench.run.seconds(3);
    bench.relayBench.bus = bus;
    if (bus === 'losing') await bench.run.seconds(20);
    else bench.relayBench.clock.advance(20_000);
    bench.relayBench.bus = 'working';
    await bench.run.seconds(60);
    expect(bench.states()).toBe('ON ON ON');
    expect(shortestPause(bench.relayBench.turnedOn)).toBeGreaterThanOrEqual(3);
  });
});

describe('a group whose outlets are late because the hardware did not respond', () => {
  it.each([0, 0.5, 1])('has its delay when the controller is killed %s s after one turned on', async (seconds) => {
    const bench = await aBench(10);
    await bench.command('REBOOT');
    await bench.run.seconds(3);
    bench.relayBench.bus = 'losing';
    await bench.run.seconds(9);
    bench.relayBench.bus = 'working';
    while (bench.relayBench.turnedOn.length === 0) await bench.run.seconds(1);
    await bench.start(seconds);
    await bench.run.seconds(40);
    expect(bench.states()).toBe('ON ON ON');
    expect(shortestPause(bench.relayBench.turnedOn)).toBeGreaterThanOrEqual(10 - JITTER);
  });
});

type TurnedOn = readonly { readonly id: string; readonly at: number }[];
const places = (turnedOn: TurnedOn) => turnedOn.map(({ id }) => MEMBERS.indexOf(id as (typeof MEMBERS)[number]));
const shortestPause = (turnedOn: TurnedOn) =>
  Math.min(...turnedOn.slice(1).map(({ at }, i) => at - (turnedOn[i]?.at ?? 0)));
