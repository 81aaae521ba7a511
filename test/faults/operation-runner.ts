import type { OnOff } from '../../src/common/units.js';
import { sleep, type Random } from './random.js';
import type { Client } from './client.js';
import { type Command, type Operation } from './operation.js';
import type { GroupUnderTest, RelayUnderTest } from './pdu-under-test.js';

/** The most often that a client repeats a command. */
const REPETITIONS = 5;
/** The times a client waits before it sends a relay another command, or the same again, ms. */
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

/** Sends commands to relays as clients do: once, repeatedly, with changes of mind, to one or to a group. */
export class OperationRunner {
  constructor(
    private readonly client: Client,
    private readonly random: Random,
    /** Resolves when a controller is ready. */
    private readonly ready: () => Promise<void>,
  ) {}

  /** Starts an operation on a relay that has none. It ends on its own, and records what was guaranteed by then. */
  single(relay: RelayUnderTest, state: OnOff): { operation: Operation; done: Promise<void> } {
    const wait = relay.offSeconds * 1000;
    const operation: Operation = { ...newOperation(relay, state), wait, cycleKind: 'reboot', hasMore: true };
    return { operation, done: this.#run(operation, relay).finally(() => (operation.hasMore = false)) };
  }

  /** Starts operations on all members of a group, in its order, by one command to the group. */
  group(group: GroupUnderTest, path: string, stateOf: (relay: string) => OnOff) {
    const order = this.random.oneOf(['REBOOT', 'REBOOT', 'ON', 'OFF'] as const) ?? 'REBOOT';
    const longest = Math.max(...group.members.map(({ offSeconds }) => offSeconds));
    let step = 0;
    const operations = group.members.map((relay, place): Operation => {
      const state = stateOf(relay.id);
      const stepWait = state === 'ON' ? 0 : group.delay * step++;
      const wait = order === 'REBOOT' ? longest + group.delay * place : stepWait;
      const cycleKind = order === 'ON' ? 'step' : 'reboot';
      return { ...newOperation(relay, state), wait: wait * 1000, cycleKind };
    });
    const { command, finished } = this.client.sendCommand(order, path);
    for (const operation of operations) {
      if (order === 'OFF') operation.last = command;
      else operation.cycle.push(command);
    }
    return { command, operations, done: this.#secondThought(group, operations, order, finished) };
  }

  async #run(operation: Operation, relay: RelayUnderTest): Promise<void> {
    const kind = this.random.oneOf(operation.state === 'ON' ? OF_ONE_THAT_IS_ON : OF_ONE_THAT_IS_OFF);
    const repetitions = kind === 'again' ? 1 + this.random.index(REPETITIONS) : 0;
    const pauses = Array.from({ length: repetitions }, () => this.random.upTo(IMPATIENCE / REPETITIONS));
    const thought = this.random.upTo(SECOND_THOUGHTS);
    if (kind === 'ON' || kind === 'OFF') return this.#send(operation, relay, kind);
    const answers = [this.#reboot(operation, relay)];
    for (const pause of pauses) {
      await sleep(pause);
      answers.push(this.#reboot(operation, relay));
    }
    await Promise.all(answers);
    if (kind !== 'then OFF' && kind !== 'then ON') return;
    await sleep(thought);
    await this.ready();
    await this.#send(operation, relay, kind === 'then OFF' ? 'OFF' : 'ON');
  }

  /** Sends OFF to one member while the group's reboot runs. */
  async #secondThought(
    group: GroupUnderTest,
    operations: readonly Operation[],
    order: Command['order'],
    finished: Promise<void>,
  ): Promise<void> {
    const thought = this.random.upTo(SECOND_THOUGHTS);
    const place = this.random.index(operations.length * 2);
    const [operation, relay] = order === 'REBOOT' ? [operations[place], group.members[place]] : [];
    if (operation) operation.hasMore = true;
    await finished;
    if (!operation || !relay) return;
    await sleep(thought);
    await this.ready();
    await this.#send(operation, relay, 'OFF').finally(() => (operation.hasMore = false));
  }

  #reboot(operation: Operation, { path }: RelayUnderTest): Promise<void> {
    const { command, finished } = this.client.sendCommand('REBOOT', path);
    operation.cycle.push(command);
    return finished;
  }

  #send(operation: Operation, { path }: RelayUnderTest, order: OnOff): Promise<void> {
    const { command, finished } = this.client.sendCommand(order, path);
    operation.last = command;
    return finished;
  }
}

/** The initial members of every operation. */
const newOperation = ({ id }: RelayUnderTest, state: OnOff) => ({
  relay: id,
  state,
  cycle: [] as Command[],
  hasMore: false,
});
