import { beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { RelayBench, type Bus, type ControllerRun } from '../support/hardware/relay-bench.js';
import type { Cause } from '../../src/common/cause.js';
import type { OnOff } from '../../src/common/units.js';

const ADMIN: Cause = { kind: 'session', who: 'admin' };
const [FIRST, SECOND, THIRD, FOURTH] = ['1-9', '2-9', '3-9', '4-9'] as const;
const RELAY = 'R1-7';

Logger.overrideLogger(false);

let relayBench: RelayBench;
let run: ControllerRun;

beforeEach(async () => {
  relayBench = new RelayBench();
  run = await relayBench.start();
});

const SEQUENCE = { name: 'group:1', cause: ADMIN };
const every = (delay: number) => (relays: readonly string[]) =>
  relays.map((relay, place) => ({ relay, wait: place * delay * 1000 }));

const reboot = (relay: string, offSeconds = 5) =>
  run.command((commands) => commands.reboot([{ relay, wait: offSeconds * 1000 }], ADMIN));
const switchRelay = (relay: string, state: OnOff) =>
  run.command((commands) => commands.switch([{ id: relay, state }], ADMIN));
const seen = (relay: string) => [relayBench.relays.get(relay), run.switching.statusOf(relay)];
const movesOf = (relay: string) =>
  relayBench.moves.filter(({ id }) => id === relay).map(({ state, at }) => [state, at / 1000]);

/** The controller dies and starts again, its time moved on meanwhile. */
const restart = async (awaySeconds = 0) => {
  relayBench.clock.setWall(relayBench.clock.now() + awaySeconds * 1000);
  run = await relayBench.start();
};

describe('a reboot', () => {
  it.each([FIRST, RELAY])('of %s goes from pendingOff through pendingOn to none', async (relay) => {
    await reboot(relay);
    expect(seen(relay)).toEqual(['ON', 'pendingOff']);
    await run.seconds(1);
    expect(seen(relay)).toEqual(['OFF', 'pendingOn']);
    await run.seconds(4);
    expect(seen(relay)).toEqual(['OFF', 'pendingOn']);
    await run.seconds(1);
    expect(seen(relay)).toEqual(['ON', 'none']);
  });

  it('of an outlet that is off waits for its ON alone', async () => {
    await switchRelay(FIRST, 'OFF');
    await reboot(FIRST);
    expect(seen(FIRST)).toEqual(['OFF', 'pendingOn']);
    await run.seconds(5);
    expect(seen(FIRST)).toEqual(['ON', 'none']);
  });

  it('during a reboot changes nothing', async () => {
    await reboot(FIRST, 5);
    await run.seconds(3);
    await reboot(FIRST, 60);
    await run.seconds(3);
    expect(movesOf(FIRST)).toEqual([
      ['OFF', 1],
      ['ON', 6],
    ]);
  });

  it('of several outlets turns them off in one switching operation and each on at its own time', async () => {
    await run.command((commands) =>
      commands.reboot(
        [FIRST, SECOND, THIRD].map((relay, i) => ({ relay, wait: 2000 + 1000 * i })),
        ADMIN,
      ),
    );
    await run.seconds(6);
    expect([FIRST, SECOND, THIRD].map(movesOf)).toEqual(
      [3, 4, 5].map((on) => [
        ['OFF', 1],
        ['ON', on],
      ]),
    );
  });

  it('is in the audit log with its cause, and its switching with the user', async () => {
    await reboot(FIRST);
    await run.seconds(6);
    expect(relayBench.auditRecords.map(({ kind, object, cause }) => [kind, object, cause.kind, cause.who])).toEqual([
      ['outlet.reboot', 'outlet:1-9', 'session', 'admin'],
      ['outlet.switch', 'outlet:1-9', 'powerCycle', 'admin'],
      ['outlet.switch', 'outlet:1-9', 'powerCycle', 'admin'],
    ]);
  });
});

describe('ON or OFF during a reboot', () => {
  it.each(['ON', 'OFF'] as const)('%s before the relay turned off wins', async (state) => {
    await reboot(FIRST);
    await switchRelay(FIRST, state);
    await run.seconds(10);
    expect(seen(FIRST)).toEqual([state, 'none']);
    expect(movesOf(FIRST)).toHaveLength(state === 'ON' ? 0 : 1);
  });

  it.each(['ON', 'OFF'] as const)('%s during the off time wins at once', async (state) => {
    await reboot(FIRST);
    await run.seconds(2);
    await switchRelay(FIRST, state);
    expect(seen(FIRST)).toEqual([state, 'none']);
    await run.seconds(10);
    expect(seen(FIRST)).toEqual([state, 'none']);
  });

  it('an ON that the relay does not follow is refused, and repeated until it does', async () => {
    await reboot(FIRST);
    await run.seconds(2);
    relayBench.stuck.add(FIRST);
    expect(await run.outcome(switchRelay(FIRST, 'ON'))).toBe('refused');
    expect(seen(FIRST)).toEqual(['OFF', 'pendingOn']);
    relayBench.stuck.clear();
    await run.seconds(3);
    expect(seen(FIRST)).toEqual(['ON', 'none']);
  });
});

describe('a relay that does not follow', () => {
  it('into the OFF continues its cycle, which ends with the ON', async () => {
    relayBench.stuck.add(FIRST);
    await reboot(FIRST);
    await run.seconds(1);
    expect(seen(FIRST)).toEqual(['ON', 'pendingOn']);
    await run.seconds(5);
    expect(seen(FIRST)).toEqual(['ON', 'none']);
    expect(run.intents.intendedState(FIRST)).toBe('ON');
  });

  it('into the ON is retried with increasing intervals, and stops no other', async () => {
    await run.command((commands) =>
      commands.reboot(
        [FIRST, SECOND].map((relay) => ({ relay, wait: 5000 })),
        ADMIN,
      ),
    );
    await run.seconds(2);
    relayBench.stuck.add(FIRST);
    await run.seconds(10);
    expect([seen(FIRST), seen(SECOND)]).toEqual([
      ['OFF', 'pendingOn'],
      ['ON', 'none'],
    ]);
    relayBench.stuck.clear();
    await run.seconds(60);
    expect(seen(FIRST)).toEqual(['ON', 'none']);
  });
});

describe('a restart of the controller', () => {
  it('completes a reboot on time', async () => {
    await reboot(FIRST, 10);
    await run.seconds(4);
    await restart(2);
    await run.seconds(4);
    expect(seen(FIRST)).toEqual(['OFF', 'pendingOn']);
    await run.seconds(1);
    expect(seen(FIRST)).toEqual(['ON', 'none']);
  });

  it('completes a reboot at once when its time has passed', async () => {
    await reboot(FIRST);
    await run.seconds(2);
    await restart(3600);
    expect(seen(FIRST)).toEqual(['ON', 'none']);
  });

  it('waits no longer than the off time when the clock was set back', async () => {
    await reboot(FIRST, 5);
    await run.seconds(2);
    await restart(-86_400);
    await run.seconds(5);
    expect(seen(FIRST)).toEqual(['ON', 'none']);
  });

  it('does not turn off an outlet whose reboot had not turned it off yet', async () => {
    await reboot(FIRST);
    await restart();
    await run.seconds(10);
    expect([seen(FIRST), movesOf(FIRST)]).toEqual([['ON', 'none'], []]);
  });

  it('moves no relay without a command', async () => {
    await switchRelay(SECOND, 'OFF');
    relayBench.moves.length = 0;
    await restart();
    await run.seconds(10);
    expect(relayBench.moves).toEqual([]);
  });
});

describe('a power-up', () => {
  const powerUp = (relays: string[], delay: number) =>
    run.command((commands) => commands.powerUp({ ...SEQUENCE, relays, delay, steps: () => every(delay)(relays) }));

  beforeEach(async () => {
    await run.command((commands) =>
      commands.switch(
        [FIRST, SECOND, THIRD].map((id) => ({ id, state: 'OFF' as const })),
        ADMIN,
      ),
    );
    relayBench.moves.length = 0;
  });

  it('turns relays on in the order given, with the delay between them', async () => {
    await powerUp([FIRST, SECOND, THIRD], 3);
    await run.seconds(10);
    expect(relayBench.moves.map(({ id, at }) => [id, at / 1000])).toEqual([
      [FIRST, 1],
      [SECOND, 4],
      [THIRD, 7],
    ]);
  });

  it('without a delay turns them all on at once', async () => {
    await powerUp([FIRST, SECOND, THIRD], 0);
    await run.seconds(1);
    expect(relayBench.moves).toHaveLength(3);
  });

  it('has its delay after a restart, however long the controller was down', async () => {
    await powerUp([FIRST, SECOND, THIRD], 3);
    await run.seconds(2);
    await restart(3600);
    await run.seconds(10);
    expect(relayBench.moves.map(({ id, at }) => [id, at / 1000])).toEqual([
      [FIRST, 1],
      [SECOND, 0],
      [THIRD, 3],
    ]);
  });

  it('skips a relay that got another command meanwhile', async () => {
    await powerUp([FIRST, SECOND, THIRD], 3);
    await switchRelay(SECOND, 'OFF');
    await run.seconds(10);
    expect([FIRST, SECOND, THIRD].map((relay) => relayBench.relays.get(relay))).toEqual(['ON', 'OFF', 'ON']);
  });

  it('yields to a reboot', async () => {
    await powerUp([FIRST, SECOND], 3);
    await reboot(SECOND, 7);
    expect(seen(SECOND)).toEqual(['OFF', 'pendingOn']);
    await run.seconds(7);
    expect(movesOf(SECOND)).toEqual([['ON', 7]]);
  });
});

describe('relays that turn on staggered', () => {
  const turnOn = (relays: string[], delay: number) =>
    run.command((commands) =>
      commands.turnOnStaggered({ ...SEQUENCE, relays, delay, steps: () => every(delay)(relays) }),
    );
  const rebootAll = (relays: string[], delay: number, offSeconds = 5) => {
    const turns = () => every(delay)(relays).map(({ relay, wait }) => ({ relay, wait: wait + offSeconds * 1000 }));
    return run.command((commands) => commands.rebootStaggered({ ...SEQUENCE, relays, delay, steps: turns }));
  };
  const ons = () => relayBench.moves.filter(({ state }) => state === 'ON').map(({ id, at }) => [id, at / 1000]);

  it('after ON, the first is on with the answer and the others follow', async () => {
    await run.command((commands) =>
      commands.switch(
        [FIRST, SECOND, THIRD].map((id) => ({ id, state: 'OFF' as const })),
        ADMIN,
      ),
    );
    await turnOn([FIRST, SECOND, THIRD], 2);
    expect(run.switching.pendingStepOf(FIRST)).toBeUndefined();
    expect(run.switching.pendingStepOf(THIRD)).toEqual({ sequence: 'group:1', isReboot: false, left: 4000 });
    await run.seconds(6);
    expect(ons()).toEqual([
      [FIRST, 0],
      [SECOND, 2],
      [THIRD, 4],
    ]);
  });

  it('after ON, a first that does not follow is refused; it is retried, and the others still follow', async () => {
    await run.command((commands) =>
      commands.switch(
        [FIRST, SECOND].map((id) => ({ id, state: 'OFF' as const })),
        ADMIN,
      ),
    );
    relayBench.stuck.add(FIRST);
    expect(await run.outcome(turnOn([FIRST, SECOND], 2))).toBe('refused');
    await run.seconds(3);
    relayBench.stuck.clear();
    await run.seconds(10);
    expect(ons().map(([id]) => id)).toEqual([SECOND, FIRST]);
  });

  it('in a reboot, all turn off together and on staggered, including those that were off before', async () => {
    await switchRelay(SECOND, 'OFF');
    relayBench.moves.length = 0;
    await rebootAll([FIRST, SECOND, THIRD], 2);
    expect([FIRST, SECOND].map(seen)).toEqual([
      ['ON', 'pendingOff'],
      ['OFF', 'pendingOn'],
    ]);
    await run.seconds(12);
    expect(relayBench.moves.map(({ id, state, at }) => [id, state, at / 1000])).toEqual([
      [FIRST, 'OFF', 1],
      [THIRD, 'OFF', 1],
      [FIRST, 'ON', 6],
      [SECOND, 'ON', 8],
      [THIRD, 'ON', 10],
    ]);
  });

  it('in a reboot interrupted by a restart, turn on in their order with the delay', async () => {
    await rebootAll([FIRST, SECOND, THIRD], 2);
    await run.seconds(2);
    await restart(60);
    await run.seconds(6);
    expect(ons()).toEqual([
      [FIRST, 0],
      [SECOND, 2],
      [THIRD, 4],
    ]);
  });

  it('in a reboot interrupted by a restart before the OFF, one that was off before turns on at its step, not at once', async () => {
    await switchRelay(SECOND, 'OFF');
    await rebootAll([FIRST, SECOND], 2);
    relayBench.moves.length = 0;
    await restart(1);
    await run.seconds(8);
    expect(relayBench.moves.map(({ id, state, at }) => [id, state, at / 1000])).toEqual([[SECOND, 'ON', 6]]);
  });

  it('in a reboot, one that got OFF meanwhile stays off', async () => {
    await rebootAll([FIRST, SECOND], 2);
    await run.seconds(2);
    await switchRelay(FIRST, 'OFF');
    await run.seconds(10);
    expect([seen(FIRST), seen(SECOND)]).toEqual([
      ['OFF', 'none'],
      ['ON', 'none'],
    ]);
  });
});

describe('a crash at any write or relay move', () => {
  const commands = {
    nothing: async () => undefined,
    ON: () => switchRelay(FIRST, 'ON'),
    OFF: () => switchRelay(FIRST, 'OFF'),
    REBOOT: () => reboot(FIRST),
  };
  const cases = ([0, 1, 4] as const).flatMap((seconds) =>
    (Object.keys(commands) as (keyof typeof commands)[]).map((command) => [command, seconds] as const),
  );

  it.each(cases)(
    'leaves no outlet off when it happens at %s, %s seconds into a reboot, also on a full disk',
    async (command, seconds) => {
      for (let attempt = 0; attempt < 36; attempt++) {
        relayBench = new RelayBench();
        run = await relayBench.start();
        relayBench.diskFull = attempt >= 24; // all the time, from the command on, or never
        await reboot(FIRST);
        await run.seconds(seconds);
        relayBench.diskFull = attempt >= 12;
        run.effects = 1 + (attempt % 12);
        const answered = (await run.outcome(commands[command]())) === 'done';
        await run.seconds(8);
        await restart();
        await run.seconds(8);
        const allowed = command !== 'OFF' ? ['ON'] : answered ? ['OFF'] : ['ON', 'OFF'];
        expect(allowed).toContain(relayBench.relays.get(FIRST));
      }
    },
  );
});

describe('after any sequence of commands and faults', () => {
  type Step =
    | { readonly do: 'turn'; readonly relay: string; readonly state: OnOff }
    | { readonly do: 'reboot'; readonly relay: string; readonly seconds: number }
    | { readonly do: 'wait'; readonly seconds: number }
    | { readonly do: 'bus'; readonly bus: Bus }
    | { readonly do: 'disk'; readonly full: boolean }
    | { readonly do: 'crash'; readonly effects: number; readonly away: number };

  const relay = fc.constantFrom<string>(FIRST, SECOND, RELAY);
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('turn' as const), relay, state: fc.constantFrom('ON', 'OFF') }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('reboot' as const), relay, seconds: fc.integer({ min: 1, max: 4 }) }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 4 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('bus' as const), bus: fc.constantFrom('working', 'losing', 'mute') }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('disk' as const), full: fc.boolean() }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('crash' as const),
        effects: fc.integer({ min: 1, max: 12 }),
        away: fc.integer({ min: -20, max: 20 }),
      }),
    },
  );

  /** The states that each relay may be in when all has come to rest: the one last asked for, or, while it is not known
   * whether a command was taken, the one before as well. */
  const play = async (steps: readonly Step[]) => {
    relayBench = new RelayBench();
    run = await relayBench.start();
    const wanted = new Map([...relayBench.relays.keys()].map((id) => [id, new Set<OnOff>(['ON'])]));
    const ask = async (id: string, state: OnOff, command: Promise<void>) => {
      const outcome = await run.outcome(command);
      wanted.set(id, new Set([state, ...(outcome === 'done' ? [] : (wanted.get(id) ?? []))]));
    };
    let away = 0;
    for (const each of steps) {
      if (each.do === 'turn') await ask(each.relay, each.state, switchRelay(each.relay, each.state));
      if (each.do === 'reboot') await ask(each.relay, 'ON', reboot(each.relay, each.seconds));
      if (each.do === 'wait') await run.seconds(each.seconds);
      if (each.do === 'bus') relayBench.bus = each.bus;
      if (each.do === 'disk') relayBench.diskFull = each.full;
      if (each.do === 'crash') [run.effects, away] = [each.effects, each.away];
      if (run.isDead) await restart(away);
    }
    relayBench.bus = 'working';
    if (run.isDead) await restart(away);
    run.effects = Infinity;
    await run.seconds(70);
    return wanted;
  };

  it('every relay ends in its last commanded state, a reboot ends ON, and no other relay moves', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const wanted = await play(steps);
        for (const [id, states] of wanted) {
          expect([...states]).toContain(relayBench.relays.get(id));
          expect(run.switching.statusOf(id)).toBe('none');
          expect(run.switching.willTurnOn(id)).toBe(false);
        }
        expect(movesOf(FOURTH)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});
