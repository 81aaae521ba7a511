import type { ModbusRTU } from 'modbus-serial/ModbusRTU.js';
import type { Clock, Millis } from '../../../common/clock.js';
import type { ModbusLinkProfile } from '../../profiles/wiring.js';
import { errorMessage } from '../../../common/error-message.js';
import { Backoff } from '../wired/backoff.js';
import { within } from '../time-limits.js';

const TIMEOUT: Millis = 300;

/**
 * The connection to a bus: made when it is needed, given up when an answer stays away. One request at a time; who calls
 * sees to that.
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

  /** Asks one unit. Rejects when it refuses, or when no sound answer comes in time. */
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
    client.on('error', () => undefined); // what becomes of a request tells
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
   * A late answer must not be taken for that to the next question. Over TCP a new connection makes sure; a serial port
   * is let fall silent, because opening it anew would pull the lines that reset some boards.
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

/** The library's own limit comes first, where it works. */
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
