import type { ModbusRTU } from 'modbus-serial/ModbusRTU.js';
import type { Clock, Millis } from '../../../common/clock.js';
import type { ModbusLinkProfile } from './modbus.bus.js';
import { errorMessage } from '../../../common/text.js';
import { Backoff } from '../wired/backoff.js';
import { within } from '../../../common/time-limit.js';

const TIMEOUT: Millis = 300;

/**
 * The connection to a bus: opened when it is needed, dropped when an answer does not come. The caller makes one request
 * at a time.
 */
export class ModbusConnection {
  readonly timeout: Millis;
  readonly #backoff: Backoff;
  #client: ModbusRTU | undefined;
  #problem = 'there is no connection';
  #isClosed = false;

  constructor(
    private readonly profile: ModbusLinkProfile,
    clock: Clock,
  ) {
    this.timeout = profile.timeout ?? TIMEOUT;
    this.#backoff = new Backoff(clock);
  }

  /** Sends a request to one unit. Rejects when the unit refuses, or when no valid answer comes in time. */
  async ask<T>(unit: number, question: (client: ModbusRTU) => Promise<T>): Promise<T> {
    const client = await this.#connected();
    client.setID(unit);
    try {
      return await within(this.timeout + GRACE, question(client), `no answer within ${this.timeout} ms`);
    } catch (error) {
      if (exceptionOf(error) === undefined) await this.#recover();
      throw new Error(sentenceOf(error), { cause: error });
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#drop();
  }

  async #connected(): Promise<ModbusRTU> {
    if (this.#client?.isOpen) return this.#client;
    await this.#drop();
    if (this.#isClosed) throw new Error('the link is closed');
    if (!this.#backoff.mayTry) throw new Error(this.#problem);
    const { default: library } = await import('modbus-serial'); // few PDUs have a bus
    const client = new library.default();
    client.on('error', () => undefined); // the request itself fails
    client.setTimeout(this.timeout);
    try {
      await within(this.timeout, this.#connect(client), `no connection within ${this.timeout} ms`);
    } catch (error) {
      client.destroy(() => undefined);
      this.#backoff.increase();
      this.#problem = `there is no connection: ${sentenceOf(error)}`;
      throw new Error(this.#problem, { cause: error });
    }
    this.#backoff.reset();
    return (this.#client = client);
  }

  #connect(client: ModbusRTU): Promise<void> {
    const { host, port = 502, path = '', baudRate = 9600, parity = 'none', stopBits = 1 } = this.profile;
    if (host !== undefined) return client.connectTCP(host, { port });
    return client.connectRTUBuffered(path, { baudRate, parity, stopBits: stopBits === 2 ? 2 : 1, dataBits: 8 });
  }

  /**
   * A late answer must not be taken for the answer to the next request. Over TCP a new connection prevents that; a
   * serial port only waits until the line is quiet, because reopening it would toggle the control lines that reset some
   * boards.
   */
  async #recover(): Promise<void> {
    if (this.profile.host !== undefined) return this.#drop();
    await new Promise((resolve) => setTimeout(resolve, this.timeout));
  }

  async #drop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    if (!client) return;
    const closed = new Promise<void>((resolve) => {
      client.close(() => resolve());
      if (this.profile.host !== undefined) client.destroy(() => resolve());
    });
    await within(this.timeout, closed, 'the port does not close').catch(() => undefined);
  }
}

/** Added to the time limit, so that the library's own limit ends a request first where it works. */
const GRACE: Millis = 50;

/** The exception code that a device has answered with (MODBUS Application Protocol 1.1b3, section 7). */
export function exceptionOf(error: unknown): number | undefined {
  const source = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return typeof source === 'object' &&
    source !== null &&
    'modbusCode' in source &&
    typeof source.modbusCode === 'number'
    ? source.modbusCode
    : undefined;
}

const EXCEPTIONS: Readonly<Record<number, string>> = {
  1: 'it does not know this function',
  2: 'it has no such address',
  3: 'it does not take this value',
  4: 'it has failed',
  6: 'it is busy',
  10: 'the gateway has no path to it',
  11: 'it does not answer the gateway',
};

function sentenceOf(error: unknown): string {
  const code = exceptionOf(error);
  if (code !== undefined) return `it refuses: ${EXCEPTIONS[code] ?? `exception ${code}`}`;
  return errorMessage(error);
}
