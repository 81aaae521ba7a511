import type { ModbusRTU } from 'modbus-serial/ModbusRTU.js';
import type { Clock, Millis } from '../../../common/clock.js';
import { PriorityQueue } from '../../../common/priority-queue.js';
import { errorMessage } from '../../../common/text.js';
import type { Link } from '../wired/bus.js';
import { Backoff } from '../wired/backoff.js';
import type { PointValues } from '../wired/point-values.js';
import { numberFor } from '../wired/wired-point.js';
import { writeAndReadBack } from '../wired/write-and-read-back.js';
import { addressOf, blocksOf, isBits, splitAtGaps, writeTargetOf, type Block, type ModbusPoint } from './blocks.js';
import type { ModbusLinkProfile } from './modbus.bus.js';
import { exceptionOf, ModbusConnection } from './modbus-connection.js';
import { isNoValue, readRegister } from './registers.js';

const DEFAULT_BRIDGE = 8;
const ILLEGAL_ADDRESS = 2;
const READ_BACK_INTERVAL: Millis = 60;
const READ_BACK_TIMEOUT: Millis = 240;

/** A Modbus bus with its units. One request is under way at a time; relay commands precede waiting meter reads. */
export class ModbusLink implements Link {
  readonly #queue = new PriorityQueue();
  readonly #connection: ModbusConnection;
  readonly #backoffs = new Map<number, Backoff>();
  #blocks: Block[];

  constructor(
    profile: ModbusLinkProfile,
    points: readonly ModbusPoint[],
    private readonly values: PointValues,
    clock: Clock,
  ) {
    this.#connection = new ModbusConnection(profile, clock);
    this.#blocks = blocksOf(points, profile.bridge ?? DEFAULT_BRIDGE);
    for (const { unit } of this.#blocks) this.#backoffs.set(unit, new Backoff(clock));
  }

  async refresh(): Promise<void> {
    for (const block of [...this.#blocks]) await this.#queue.run(() => this.#refresh(block));
  }

  write(point: ModbusPoint, on: boolean, assertInTime: () => void): Promise<void> {
    return this.#queue.run(async () => {
      assertInTime();
      await this.#write(point, on, assertInTime);
    }, 'first');
  }

  async close(): Promise<void> {
    await this.#queue.run(() => this.#connection.close(), 'first');
  }

  async #refresh(block: Block): Promise<void> {
    const backoff = this.#backoffs.get(block.unit);
    if (backoff && !backoff.mayTry) return;
    try {
      await this.#read(block);
      backoff?.reset();
    } catch (error) {
      this.values.missed(block.points, errorMessage(error));
      const exception = exceptionOf(error);
      if (exception === undefined) backoff?.increase();
      else if (exception === ILLEGAL_ADDRESS) this.#split(block);
    }
  }

  /** A device may refuse a request that spans addresses without a register. */
  #split(block: Block): void {
    const parts = splitAtGaps(block);
    if (parts.length > 1) this.#blocks = this.#blocks.flatMap((each) => (each === block ? parts : [each]));
  }

  async #read({ unit, table, address, length, points }: Block): Promise<void> {
    const read = await this.#connection.ask(unit, (client) => READS[table](client, address, length));
    for (const point of points) {
      const at = addressOf(point) - address;
      const { type = 'uint16', wordOrder = 'big' } = point.where;
      const raw = isBits(table) ? bitAt(read.data, at) : readRegister(read.buffer, at, type, wordOrder);
      // 65,535 hundredths of an ampere would be an overload; a state may be any number.
      const isNone = point.kind === 'number' && typeof raw === 'number' && isNoValue(raw, type);
      if (isNone) this.values.missed([point], 'has no value');
      else this.values.note(point, raw);
    }
  }

  async #write(point: ModbusPoint, on: boolean, assertInTime: () => void): Promise<void> {
    const target = writeTargetOf(point);
    if (!target) throw new Error(`${point.name} cannot be written`);
    const { unit, write } = point.where;
    const number = numberFor({ ...point.where, ...write }, on);
    await writeAndReadBack(this.values, {
      point,
      on,
      write: () =>
        this.#connection.ask<unknown>(unit, (client) => {
          assertInTime(); // it may have taken a while to connect
          return target.table === 'coil'
            ? client.writeCoil(target.address, on)
            : client.writeRegister(target.address, number);
        }),
      read: async () => {
        for (const block of blocksOf([point], 0)) await this.#read(block);
      },
      interval: READ_BACK_INTERVAL,
      timeout: READ_BACK_TIMEOUT,
    });
  }
}

interface Read {
  readonly data: readonly (boolean | number)[];
  readonly buffer: Buffer;
}

const READS: Readonly<Record<Block['table'], (client: ModbusRTU, at: number, length: number) => Promise<Read>>> = {
  coil: (client, at, length) => client.readCoils(at, length),
  discrete: (client, at, length) => client.readDiscreteInputs(at, length),
  holding: (client, at, length) => client.readHoldingRegisters(at, length),
  input: (client, at, length) => client.readInputRegisters(at, length),
};

function bitAt(bits: readonly (boolean | number)[], at: number): boolean {
  const bit = bits[at];
  if (bit === undefined) throw new RangeError('the answer is too short');
  return Boolean(bit);
}
