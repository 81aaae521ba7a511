import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { HubCommand, SendingKind } from '../../src/hub/commands/command-life.js';
import { OpenCommands, type CommandAnswer } from '../../src/hub/commands/open-commands.js';
import { AgentModel } from '../support/fleet/agent-model.js';

const PDU = '019aa0a0-0000-7000-8000-000000000001';

type Down = { readonly kind: SendingKind; readonly command: HubCommand } | { readonly confirmed: readonly string[] };

/**
 * A hub and a controller, with a line between them that loses, doubles and delays whatever the test says. Rows of the hub
 * and the ledger of the controller survive their processes.
 */
class World {
  now = 1000;
  isConnected = true;
  isTimeKnown = true;
  isDiskFull = false;
  readonly rows = new Map<string, { readonly command: HubCommand; ends: CommandAnswer[] }>();
  readonly heard = new Set<string>();
  readonly agent = new AgentModel(
    () => (this.isTimeKnown ? this.now : undefined),
    (answer) => this.isConnected && this.up.push(answer),
  );
  readonly down: Down[] = [];
  readonly up: CommandAnswer[] = [];
  #life = 0;
  #hub = this.#start();

  accept(relay: string, command: HubCommand['command'], validFor: number): void {
    const number = this.rows.size + 1;
    const accepted = { id: `c${number}`, number, pdu: PDU, outlet: relay, command, who: 'alice' };
    const row = { command: { ...accepted, until: this.now + validFor }, ends: [] };
    this.rows.set(row.command.id, row); // durable first
    this.#hub.add(row.command);
  }

  /** The process of the hub is killed and starts again; what it was storing is lost. */
  restartHub(): void {
    this.#life++;
    this.#hub = this.#start();
  }

  sweep(): void {
    this.#hub.sweep();
  }

  /** The connection breaks, with what is under way, or is there again, with what both sides do then. */
  async connect(isConnected: boolean): Promise<void> {
    this.isConnected = isConnected;
    if (!isConnected) return void this.up.splice(0);
    await this.agent.answerAgain();
    this.#hub.sendAll(PDU);
  }

  async deliverDown(place: number, keepsCopy: boolean): Promise<void> {
    const at = place % Math.max(1, this.down.length);
    const [message] = keepsCopy ? this.down.slice(at, at + 1) : this.down.splice(at, 1);
    if (!message || !this.isConnected) return;
    if ('confirmed' in message) return this.agent.confirm(message.confirmed);
    const { outlet, ...rest } = message.command;
    this.heard.add(rest.id);
    await this.agent[message.kind === 'close' ? 'close' : 'receive']({ ...rest, relay: outlet });
  }

  async deliverUp(place: number, keepsCopy: boolean, pdu = PDU): Promise<void> {
    const at = place % Math.max(1, this.up.length);
    const [answer] = keepsCopy ? this.up.slice(at, at + 1) : this.up.splice(at, 1);
    if (answer) await this.#hub.answered(pdu, [answer]).catch(() => undefined);
  }

  /** Delivers all there is, in order, until both sides are silent. */
  async settle(): Promise<void> {
    for (let rounds = 0; rounds < 20; rounds++) {
      this.now += 2000;
      this.sweep();
      while (this.down.length > 0) await this.deliverDown(0, false);
      while (this.up.length > 0) await this.deliverUp(0, false);
    }
  }

  get openAtHub(): number {
    return this.#hub.size;
  }

  #storedAs(id: string): [id: string, pdu: string | null][] {
    const row = this.rows.get(id);
    return row ? [[id, row.ends.length > 0 ? PDU : null]] : [];
  }

  #start(): OpenCommands {
    const life = this.#life;
    const hub = new OpenCommands({
      now: () => this.now,
      isReachable: () => this.isConnected,
      send: (kind, command) => void this.down.push({ kind, command }),
      store: async (ended) => {
        await Promise.resolve();
        if (this.isDiskFull || life !== this.#life) throw new Error('nothing was stored');
        for (const { command, end } of ended) this.rows.get(command.id)?.ends.push({ id: command.id, ...end });
      },
      pdusOf: async (ids) => new Map(ids.flatMap((id) => this.#storedAs(id))),
      isMine: () => true,
      catchUp: () => Promise.resolve(),
      confirm: (_pdu, ids) => life === this.#life && this.down.push({ confirmed: ids }),
    });
    for (const { command, ends } of this.rows.values()) if (ends.length === 0) hub.add(command);
    return hub;
  }
}

const aPlace = { place: fc.nat(20), keepsCopy: fc.boolean() };
const anEvent = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('accept' as const),
      relay: fc.constantFrom('1-1', '2-1'),
      command: fc.constantFrom('ON' as const, 'OFF' as const, 'REBOOT' as const),
      validFor: fc.nat(4000),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('down' as const), ...aPlace }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('up' as const), ...aPlace }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lose' as const), place: fc.nat(20), isUp: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), time: fc.nat(1500) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('killAgent' as const), steps: fc.nat(8) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('killHub' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('line' as const), isConnected: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('disk' as const), isFull: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clock' as const), isKnown: fc.boolean() }) },
);
type Event = typeof anEvent extends fc.Arbitrary<infer T> ? T : never;

async function happen(world: World, event: Event): Promise<void> {
  if (event.kind === 'accept') world.accept(event.relay, event.command, event.validFor);
  else if (event.kind === 'down') await world.deliverDown(event.place, event.keepsCopy);
  else if (event.kind === 'up') await world.deliverUp(event.place, event.keepsCopy);
  else if (event.kind === 'lose') (event.isUp ? world.up : world.down).splice(event.place, 1);
  else if (event.kind === 'killAgent') world.agent.killAfter(event.steps);
  else if (event.kind === 'killHub') world.restartHub();
  else if (event.kind === 'line') await world.connect(event.isConnected);
  else if (event.kind === 'disk') world.isDiskFull = event.isFull;
  else if (event.kind === 'clock') world.isTimeKnown = event.isKnown;
  else {
    world.now += event.time;
    world.sweep();
  }
}

const aStory = fc.array(anEvent, { maxLength: 60 });

describe('the commands of a hub and its controller', () => {
  it('over any line, with restarts of both: none twice, none after its time, none after a newer one', async () => {
    await fc.assert(
      fc.asyncProperty(aStory, async (events) => {
        const world = new World();
        for (const event of events) await happen(world, event);
        const { driven } = world.agent;
        expect(new Set(driven.map(({ id }) => id)).size).toBe(driven.length);
        for (const { id, at } of driven) expect(at).toBeLessThanOrEqual(world.rows.get(id)?.command.until ?? 0);
        for (const relay of ['1-1', '2-1']) {
          const numbers = driven.filter((each) => each.relay === relay).map(({ number }) => number);
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        }
      }),
      { numRuns: 400 },
    );
  });

  it('all get exactly one end once the PDU can be reached, and it is what has happened to the relay', async () => {
    await fc.assert(
      fc.asyncProperty(aStory, async (events) => {
        const world = new World();
        for (const event of events) await happen(world, event);
        world.agent.killAfter(Infinity);
        [world.isDiskFull, world.isTimeKnown] = [false, true];
        await world.connect(true);
        await world.settle();
        expect(world.openAtHub).toBe(0);
        for (const [id, { ends }] of world.rows) {
          expect(ends).toHaveLength(1);
          const hasMoved = world.agent.driven.some((each) => each.id === id);
          if (hasMoved) expect(['done', 'interrupted']).toContain(ends[0]?.outcome);
          if (ends[0]?.outcome === 'expired') expect(hasMoved).toBe(false);
        }
        expect(world.up).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('have no end while the PDU is away, however long that is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(5000), fc.nat(1e9), async (validFor, away) => {
        const world = new World();
        await world.connect(false);
        world.accept('1-1', 'OFF', validFor);
        world.now += away;
        world.sweep();
        world.restartHub();
        world.sweep();
        expect(world.down).toEqual([]);
        expect(world.rows.get('c1')?.ends).toEqual([]);
        expect(world.openAtHub).toBe(1);
      }),
    );
  });

  it('are not ended by another PDU', async () => {
    const world = new World();
    world.accept('1-1', 'OFF', 5000);
    await world.deliverDown(0, false);
    await world.deliverUp(0, true, '019aa0a0-0000-7000-8000-000000000002');
    expect(world.rows.get('c1')?.ends).toEqual([]);
    await world.deliverUp(0, false);
    expect(world.rows.get('c1')?.ends).toMatchObject([{ outcome: 'done' }]);
  });
});
