import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SwitchState } from '../../fleet-wire/minute.js';
import { AT_ONCE, FleetCommands, type CommandPorts } from './fleet-commands.js';
import { FORGET_AFTER, hasEnded, Ledger } from './ledger.js';
import type { CommandEnd, EndedEntry, FleetCommand, LedgerEntry } from './ledger.js';

const STATES = { ON: 'on', OFF: 'off' } as const;

/** The process has ended at this point; nothing that follows in it happens. */
class Killed extends Error {}

/**
 * A controller whose disk and relays survive its process, which can be killed before and after each of its steps. The
 * relays record what has driven them.
 */
class World {
  /** The hub's clock. */
  now = 1000;
  isDiskFull = false;
  isTimeKnown = true;
  isAllowed = true;
  readonly driven: { readonly id: string; readonly at: number; readonly number: number; readonly relay: string }[] = [];
  readonly answers = new Map<string, CommandEnd[]>();
  readonly #states = new Map<string, SwitchState>();
  readonly #newest = new Map<string, LedgerEntry>();
  readonly #ended = new Map<string, EndedEntry>();
  #life = 0;
  #stepsToLive = Infinity;
  #commands: FleetCommands | undefined;
  #starting: Promise<void> | undefined;
  #queue = Promise.resolve();

  /** The process ends before or after so many of its steps. */
  killAfter(steps: number): void {
    this.#stepsToLive = steps;
  }

  /** The process that runs, started again if it was killed. */
  async commands(): Promise<FleetCommands> {
    while (!this.#commands) {
      const start = (this.#starting ??= this.#start());
      await start.finally(() => {
        if (this.#starting === start) this.#starting = undefined;
      });
    }
    return this.#commands;
  }

  async #start(): Promise<void> {
    const ledger = new Ledger();
    ledger.load([...this.#newest.values()], [...this.#ended.values()]);
    const life = ++this.#life;
    const commands = new FleetCommands(ledger, this.#ports(life));
    try {
      await commands.resume();
      if (life === this.#life) this.#commands = commands;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }

  /** Runs `work` in the process, which may be killed meanwhile and is started again for the next. */
  async run(work: (commands: FleetCommands) => Promise<void>): Promise<void> {
    try {
      await work(await this.commands());
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }

  confirmAll(): Promise<void> {
    return this.run(async (commands) => commands.confirm([...this.answers.keys()]));
  }

  get remembered(): number {
    return this.#ended.size;
  }

  #die(): never {
    this.#life++;
    this.#stepsToLive = Infinity;
    this.#commands = undefined;
    this.#queue = Promise.resolve();
    throw new Killed();
  }

  /** One step of a process: the kill comes before it, or right after it. */
  async #step<T>(life: number, effect: () => T): Promise<T> {
    await Promise.resolve();
    if (life !== this.#life) throw new Killed();
    if (this.#stepsToLive-- === 0) this.#die();
    const result = effect();
    if (this.#stepsToLive-- === 0) this.#die();
    await Promise.resolve();
    if (life !== this.#life) throw new Killed();
    return result;
  }

  #ports(life: number): CommandPorts {
    return {
      now: () => (this.isTimeKnown ? this.now : undefined),
      refusal: () => (this.isAllowed ? undefined : 'FLEET_NOT_ALLOWED'),
      measured: (relay) => this.#states.get(relay) ?? 'unknown',
      isRebooting: () => false,
      askForTime: () => undefined,
      answer: (entry) => {
        if (life !== this.#life) throw new Killed();
        this.answers.set(entry.id, [...(this.answers.get(entry.id) ?? []), entry.end]);
      },
      store: (entry, isNewest) =>
        this.#step(life, () => {
          if (isNewest) this.#newest.set(entry.relay, entry);
          if (hasEnded(entry) && !this.isDiskFull) this.#ended.set(entry.id, entry);
          return true;
        }),
      remove: (ids) => this.#step(life, () => ids.forEach((id) => this.#ended.delete(id))),
      drive: (command, lateEnd) => this.#queued(life, command, lateEnd),
    };
  }

  /** Commands run one after another, as in the command queue. */
  #queued(life: number, command: FleetCommand, lateEnd: () => CommandEnd | undefined): Promise<CommandEnd> {
    const turn = this.#queue.then(async () => {
      const late = lateEnd();
      if (late) return late;
      return this.#step(life, () => this.#drive(command));
    });
    this.#queue = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  }

  #drive({ id, number, relay, command }: FleetCommand): CommandEnd {
    this.driven.push({ id, at: this.now, number, relay });
    const measured = command === 'REBOOT' ? 'off' : STATES[command];
    this.#states.set(relay, measured);
    return { outcome: 'done', code: null, measured };
  }
}

const RELAYS = ['1-1', '2-1'];
const aCommand = fc.record({
  relay: fc.constantFrom(...RELAYS),
  command: fc.constantFrom('ON' as const, 'OFF' as const, 'REBOOT' as const),
  validFor: fc.integer({ min: 0, max: 50 }),
});
type Draft = typeof aCommand extends fc.Arbitrary<infer T> ? T : never;

const commandsOf = (drafts: readonly Draft[]): FleetCommand[] =>
  drafts.map(({ validFor, ...rest }, number) => {
    return { ...rest, id: `command ${number}`, number, until: 1000 + validFor, who: 'alice' };
  });

/** The events between hub and controller: a message arrives, or several at once, time passes, the process is killed. */
const anEvent = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('send' as const), places: fc.array(fc.nat(9), { maxLength: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), time: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('kill' as const), steps: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), place: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('disk' as const), isFull: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('time' as const), isKnown: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('access' as const), isAllowed: fc.boolean() }) },
);
type Event = typeof anEvent extends fc.Arbitrary<infer T> ? T : never;

async function happen(world: World, commands: readonly FleetCommand[], event: Event): Promise<void> {
  if (event.kind === 'wait') world.now += event.time;
  else if (event.kind === 'kill') world.killAfter(event.steps);
  else if (event.kind === 'disk') world.isDiskFull = event.isFull;
  else if (event.kind === 'time') world.isTimeKnown = event.isKnown;
  else if (event.kind === 'access') world.isAllowed = event.isAllowed;
  else if (event.kind === 'close') {
    const command = commands[event.place];
    // A hub closes a command when its time is over, by its own clock.
    if (command && world.now > command.until) await world.run((agent) => agent.close(command));
  } else {
    const sent = event.places.flatMap((place) => commands[place] ?? []);
    await Promise.all(sent.map((command) => world.run((agent) => agent.receive(command))));
  }
}

const aStory = fc.record({
  drafts: fc.array(aCommand, { minLength: 1, maxLength: 10 }),
  events: fc.array(anEvent, { maxLength: 30 }),
});

describe('the commands of a hub', () => {
  it('in any order and number of copies, with kills at any point: none twice, none late, none after a newer one', async () => {
    await fc.assert(
      fc.asyncProperty(aStory, async ({ drafts, events }) => {
        const world = new World();
        const commands = commandsOf(drafts);
        for (const event of events) await happen(world, commands, event);
        const { driven } = world;
        expect(new Set(driven.map(({ id }) => id)).size).toBe(driven.length);
        for (const { id, at } of driven)
          expect(at).toBeLessThanOrEqual(commands.find((each) => each.id === id)?.until ?? 0);
        for (const relay of RELAYS) {
          const numbers = driven.filter((each) => each.relay === relay).map(({ number }) => number);
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('all get an end, which is never "expired" for one that has moved its relay', async () => {
    await fc.assert(
      fc.asyncProperty(aStory, async ({ drafts, events }) => {
        const world = new World();
        const commands = commandsOf(drafts);
        for (const event of events) await happen(world, commands, event);
        world.killAfter(Infinity);
        world.isTimeKnown = true;
        world.now += 1000;
        for (const command of commands) await world.run((agent) => agent.close(command));
        for (const { id } of commands) {
          const [first] = world.answers.get(id) ?? [];
          expect(first).toBeDefined();
          if (world.driven.some((each) => each.id === id)) expect(first?.outcome).not.toBe('expired');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is not answered to a copy before its end is durable', async () => {
    const world = new World();
    const [command] = commandsOf([{ relay: '1-1', command: 'ON', validFor: 50 }]) as [FleetCommand];
    world.killAfter(0); // before the first write
    world.isAllowed = false;
    await happen(world, [command], { kind: 'send', places: [0, 0] });
    expect(world.answers.size).toBe(0);
    world.isAllowed = true;
    await happen(world, [command], { kind: 'send', places: [0] });
    expect(world.answers.get(command.id)).toEqual([{ outcome: 'done', code: null, measured: 'on' }]);
  });

  it('of the last hour are answered again after a start, the newest first, and not more at once than a hub takes', async () => {
    const world = new World();
    const drafts = Array.from(
      { length: 2.5 * AT_ONCE },
      () => ({ relay: '1-1', command: 'ON', validFor: 50 }) as const,
    );
    const commands = commandsOf(drafts);
    for (const command of commands) await world.run((agent) => agent.receive(command));
    world.killAfter(0);
    await world.run((agent) => agent.receive({ ...(commands[0] as FleetCommand), id: 'another', number: 1000 }));
    const sizes: number[] = [];
    for (let times = 0; times < 4; times++) {
      world.answers.clear();
      await world.run(async (agent) => agent.answerAgain());
      sizes.push(world.answers.size);
      if (times === 0) expect(world.answers.has(commands.at(-1)?.id ?? '')).toBe(true);
      await world.confirmAll();
    }
    expect(sizes).toEqual([AT_ONCE, AT_ONCE, AT_ONCE / 2, 0]);
  });

  it('keep their end while the disk can be written', async () => {
    await fc.assert(
      fc.asyncProperty(aStory, async ({ drafts, events }) => {
        const world = new World();
        const commands = commandsOf(drafts);
        for (const event of events) if (event.kind !== 'disk') await happen(world, commands, event);
        for (const ends of world.answers.values()) {
          for (const end of ends) expect(end).toEqual(ends[0]);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the ledger', () => {
  const command: FleetCommand = { id: 'a', number: 1, relay: '1-1', command: 'OFF', until: 2000, who: 'alice' };

  it('forgets a command once the hub has its outcome and an hour has passed since its time, and no newer one before', async () => {
    const world = new World();
    await world.run((agent) => agent.receive(command));
    world.now = command.until + FORGET_AFTER + 1;
    await world.run((agent) => agent.forget());
    expect(world.remembered).toBe(1);
    await world.confirmAll();
    await world.run((agent) => agent.forget());
    expect(world.remembered).toBe(0);
    await world.run((agent) => agent.receive({ ...command, id: 'b', number: 0, until: world.now + 10 }));
    expect(world.answers.get('b')).toEqual([{ outcome: 'refused', code: 'SUPERSEDED', measured: null }]);
  });

  it('answers a command that it may have forgotten as unknown, and one that cannot have begun as expired', async () => {
    const world = new World();
    for (const [id, number] of [
      ['a', 1],
      ['b', 2],
    ] as const) {
      await world.run((agent) => agent.receive({ ...command, id, number }));
    }
    await world.confirmAll();
    world.now = command.until + FORGET_AFTER;
    await world.run((agent) => agent.close({ ...command, id: 'never', number: 0 }));
    expect(world.answers.get('never')).toEqual([{ outcome: 'expired', code: null, measured: null }]);
    world.now++;
    await world.run((agent) => agent.forget());
    // A hub that was restored from a backup asks for both, and for one that never came.
    world.isTimeKnown = false;
    await world.run((agent) => agent.close(command));
    expect(world.answers.get('a')).toHaveLength(1);
    world.isTimeKnown = true;
    for (const [id, number] of [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ] as const) {
      await world.run((agent) => agent.close({ ...command, id, number }));
    }
    expect(world.answers.get('a')?.slice(1)).toEqual([{ outcome: 'unknown', code: 'FORGOTTEN', measured: null }]);
    expect(world.answers.get('b')?.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    expect(world.answers.get('c')).toEqual([{ outcome: 'expired', code: null, measured: null }]);
  });

  it('drives nothing when nothing can store the entry', async () => {
    const answers: EndedEntry[] = [];
    const ports: CommandPorts = {
      now: () => 1000,
      refusal: () => undefined,
      store: async () => false,
      drive: () => {
        throw new Error('The relay has moved.');
      },
      measured: () => 'unknown',
      isRebooting: () => false,
      answer: (entry) => answers.push(entry),
      askForTime: () => undefined,
      remove: async () => undefined,
    };
    await new FleetCommands(new Ledger(), ports).receive(command);
    expect(answers.map(({ end }) => end)).toEqual([{ outcome: 'refused', code: 'STORAGE_FULL', measured: null }]);
  });
});
