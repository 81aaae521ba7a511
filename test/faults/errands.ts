import type { OnOff } from '../../src/kernel/units.js';
import { sleep, type Chance } from './chance.js';
import type { Client } from './client.js';
import { type Command, type Errand } from './errand.js';
import type { GroupUnderTest, RelayUnderTest } from './pdu-under-test.js';

/** A client repeats a command so often at most. */
const REPETITIONS = 5;
/** And waits so long before it tells a relay something else, or the same again, ms. */
const SECOND_THOUGHTS = 1500;
const IMPATIENCE = 400;

type Kind = OnOff | 'REBOOT' | 'again' | 'then OFF' | 'then ON';
const OF_ONE_THAT_IS_ON: readonly Kind[] = ['OFF', 'REBOOT', 'REBOOT', 'again', 'then OFF', 'then ON', 'ON'];
const OF_ONE_THAT_IS_OFF: readonly Kind[] = [
  'ON',
  'ON',
  'ON',
  'REBOOT',
  'REBOOT',
  'again',
  'then OFF',
  'then ON',
  'OFF',
];

/** Sends commands to relays as clients do: once, again and again, with second thoughts, to one or to a group. */
export class Errands {
  constructor(
    private readonly client: Client,
    private readonly chance: Chance,
    /** Resolves when there is a controller to talk to. */
    private readonly ready: () => Promise<void>,
  ) {}

  /** An errand on a relay that has none. It ends on its own; what is promised by then stands in it. */
  single(relay: RelayUnderTest, state: OnOff): { errand: Errand; done: Promise<void> } {
    const wait = relay.offSeconds * 1000;
    const errand: Errand = { ...about(relay, state), wait, cycleKind: 'reboot', hasMore: true };
    return { errand, done: this.#run(errand, relay).finally(() => (errand.hasMore = false)) };
  }

  /** Errands on all members of a group, in its order, that one command to the group begins. */
  group(group: GroupUnderTest, path: string, stateOf: (relay: string) => OnOff) {
    const order = this.chance.oneOf(['REBOOT', 'REBOOT', 'ON', 'OFF'] as const) ?? 'REBOOT';
    const longest = Math.max(...group.members.map(({ offSeconds }) => offSeconds));
    let turn = 0;
    const errands = group.members.map((relay, place): Errand => {
      const state = stateOf(relay.id);
      const turnWait = state === 'ON' ? 0 : group.delay * turn++;
      const wait = order === 'REBOOT' ? longest + group.delay * place : turnWait;
      const cycleKind = order === 'ON' ? 'turn' : 'reboot';
      return { ...about(relay, state), wait: wait * 1000, cycleKind };
    });
    const { command, settled } = this.client.order(order, path);
    for (const errand of errands) {
      if (order === 'OFF') errand.last = command;
      else errand.cycle.push(command);
    }
    return { command, errands, done: this.#secondThought(group, errands, order, settled) };
  }

  async #run(errand: Errand, relay: RelayUnderTest): Promise<void> {
    const kind = this.chance.oneOf(errand.state === 'ON' ? OF_ONE_THAT_IS_ON : OF_ONE_THAT_IS_OFF);
    const repetitions = kind === 'again' ? 1 + this.chance.index(REPETITIONS) : 0;
    const pauses = Array.from({ length: repetitions }, () => this.chance.upTo(IMPATIENCE / REPETITIONS));
    const thought = this.chance.upTo(SECOND_THOUGHTS);
    if (kind === 'ON' || kind === 'OFF') return this.#tell(errand, relay, kind);
    const answers = [this.#reboot(errand, relay)];
    for (const pause of pauses) {
      await sleep(pause);
      answers.push(this.#reboot(errand, relay));
    }
    await Promise.all(answers);
    if (kind !== 'then OFF' && kind !== 'then ON') return;
    await sleep(thought);
    await this.ready();
    await this.#tell(errand, relay, kind === 'then OFF' ? 'OFF' : 'ON');
  }

  /** One member is told OFF while the group's reboot runs. */
  async #secondThought(
    group: GroupUnderTest,
    errands: readonly Errand[],
    order: Command['order'],
    settled: Promise<void>,
  ): Promise<void> {
    const thought = this.chance.upTo(SECOND_THOUGHTS);
    const place = this.chance.index(errands.length * 2);
    const [errand, relay] = order === 'REBOOT' ? [errands[place], group.members[place]] : [];
    if (errand) errand.hasMore = true;
    await settled;
    if (!errand || !relay) return;
    await sleep(thought);
    await this.ready();
    await this.#tell(errand, relay, 'OFF').finally(() => (errand.hasMore = false));
  }

  #reboot(errand: Errand, { path }: RelayUnderTest): Promise<void> {
    const { command, settled } = this.client.order('REBOOT', path);
    errand.cycle.push(command);
    return settled;
  }

  #tell(errand: Errand, { path }: RelayUnderTest, order: OnOff): Promise<void> {
    const { command, settled } = this.client.order(order, path);
    errand.last = command;
    return settled;
  }
}

/** What every errand begins with. */
const about = ({ id }: RelayUnderTest, state: OnOff) => ({ relay: id, state, cycle: [] as Command[], hasMore: false });
