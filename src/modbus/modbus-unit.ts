import { Injectable, Logger } from '@nestjs/common';
import type { Access, CallerWithAddress } from '../common/access.js';
import { ByAccess } from '../common/cached-response.js';
import { Clock, type Millis } from '../common/clock.js';
import { withTimeLimit } from '../common/time-limit.js';
import { VERSION } from '../common/version.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { LogThrottle } from '../protocols/log-throttle.js';
import { coilAt, countsOf, type CoilFacts } from './coil-map.js';
import { exceptionFor } from './exceptions.js';
import { responseTo, type Frame } from './frames.js';
import { ModbusReadings } from './modbus-readings.service.js';
import { ModbusWrites, type CoilWrite } from './modbus-writes.service.js';
import { RegisterImage } from './register-image.js';
import { REGISTER_MAP, STATUS_REGISTER, WRITING_BIT } from './register-map.js';
import {
  bitsResponse,
  exceptionResponse,
  identificationResponse,
  ModbusException,
  readRequest,
  registersResponse,
  writeResponse,
  type ModbusRequest,
} from './requests.js';

/** The unit ids under which this PDU answers. */
const OWN_UNITS = new Set([0, 1, 255]);
/** A command that takes longer goes on, and the client gets the answer that the PDU is busy. */
const WRITE_LIMIT: Millis = 3_000;

/** A client as it is known by its address. */
export interface ModbusClient {
  readonly access: Access;
  /** The caller of its writes; undefined if it may not write. */
  readonly writer: CallerWithAddress | undefined;
}

type Read<Kind extends ModbusRequest['kind']> = Extract<ModbusRequest, { readonly kind: Kind }>;

/** The Modbus unit that this PDU is: answers requests from the newest snapshot, and passes writes on as commands. */
@Injectable()
export class ModbusUnit {
  readonly #logger = new Logger('Modbus');
  readonly #failures = new LogThrottle();
  readonly #images: ByAccess<RegisterImage>;
  readonly #coils: ByAccess<CoilFacts>;

  constructor(
    private readonly driver: PduDriver,
    snapshots: SnapshotStore,
    readings: ModbusReadings,
    private readonly writes: ModbusWrites,
    private readonly clock: Clock,
  ) {
    const revision = () => snapshots.revision;
    this.#images = new ByAccess(revision, (access) => RegisterImage.of(REGISTER_MAP, readings.registers(access)));
    this.#coils = new ByAccess(revision, (access) => readings.coils(access));
  }

  /** The response to a frame: at once, except to a write. Never throws. */
  answer(frame: Frame, client: ModbusClient): Buffer | Promise<Buffer> {
    const { pdu } = frame;
    const refused = (error: unknown): Buffer => responseTo(frame, exceptionResponse(pdu, this.#reasonOf(error)));
    try {
      if (!OWN_UNITS.has(frame.unit)) throw new ModbusException('targetSilent');
      const request = readRequest(isWrite(pdu) && !client.writer ? NO_FUNCTION : pdu);
      if (request.kind !== 'writeBits') return responseTo(frame, this.#read(request, pdu, client));
      return this.#write(request, client).then(() => responseTo(frame, writeResponse(pdu)), refused);
    } catch (error) {
      return refused(error);
    }
  }

  #read(request: Exclude<ModbusRequest, Read<'writeBits'>>, pdu: Buffer, client: ModbusClient): Buffer {
    switch (request.kind) {
      case 'readBits':
        return bitsResponse(pdu, this.#bits(request, client));
      case 'readRegisters':
        return registersResponse(pdu, this.#registers(request, client));
      case 'identify':
        return identificationResponse(request.code, request.object, this.#identity);
    }
  }

  #registers({ address, quantity }: Read<'readRegisters'>, { access, writer }: ModbusClient): Uint16Array {
    const registers = this.#images.for(access).read(address, quantity);
    if (!registers) throw new ModbusException('illegalAddress');
    const status = registers[STATUS_REGISTER - address];
    if (status === undefined || !writer) return registers;
    return registers.with(STATUS_REGISTER - address, status | (1 << WRITING_BIT));
  }

  #bits({ address, quantity, inputs }: Read<'readBits'>, { access }: ModbusClient): boolean[] {
    const facts = this.#coils.for(access);
    const counts = countsOf(facts);
    return Array.from({ length: quantity }, (_, offset) => {
      const coil = coilAt(address + offset, counts, inputs);
      if (!coil) throw new ModbusException('illegalAddress');
      return facts[coil.kind][coil.place] === true;
    });
  }

  async #write({ address, values }: Read<'writeBits'>, { access, writer }: ModbusClient): Promise<void> {
    if (!writer) throw new ModbusException('illegalFunction');
    const counts = countsOf(this.#coils.for(access));
    const writes = values.map((value, offset): CoilWrite => {
      const coil = coilAt(address + offset, counts, false);
      if (!coil) throw new ModbusException('illegalAddress');
      return { ...coil, value };
    });
    const work = this.writes.write(writes, writer);
    work.catch(() => undefined); // if it fails after the limit, the client has its answer
    const isBusy = await withTimeLimit(
      WRITE_LIMIT,
      async () => {
        await work;
        return false;
      },
      () => true,
    );
    if (isBusy) throw new ModbusException('busy');
  }

  /** Vendor, product code, version, address of the vendor, product name and model name. */
  get #identity(): readonly string[] {
    const { modelNumber, model } = this.driver.model.profile;
    return ['Rackfeed', modelNumber, VERSION, '', 'Rackfeed PDU controller', model];
  }

  /** The exception for an error; what the product should not have thrown is logged, at most once a minute. */
  #reasonOf(error: unknown) {
    const known = exceptionFor(error);
    if (known === undefined && this.#failures.isDue('failure', this.clock.uptime())) {
      this.#logger.error('A request failed.', error instanceof Error ? error.stack : error);
    }
    return known ?? 'deviceFailure';
  }
}

const isWrite = (pdu: Buffer): boolean => pdu[0] === 5 || pdu[0] === 15;
/** A function that nobody serves, in place of a write from a client that may not write. */
const NO_FUNCTION = Buffer.from([0]);
