/** A third-party Modbus slave: Debian's pymodbus, over TCP or on a serial line made by socat. */
import { join } from 'node:path';
import { LineProcess } from '../process/line-process.js';

const PYTHON = '/usr/bin/python3';
const SCRIPT = join(import.meta.dirname, 'modbus-slave.py');

export class ModbusSlave {
  private constructor(private readonly process: LineProcess) {}

  static async overTcp(port: number): Promise<ModbusSlave> {
    return ModbusSlave.#start(['tcp', String(port)]);
  }

  static async onSerialLine(path: string): Promise<ModbusSlave> {
    return ModbusSlave.#start(['rtu', path]);
  }

  static async #start(argv: string[]): Promise<ModbusSlave> {
    const slave = new LineProcess(PYTHON, ['-u', SCRIPT, ...argv]);
    await slave.until((lines) => lines.includes('ready'));
    return new ModbusSlave(slave);
  }

  /** Each write to a relay so far: `coil 0 1`. */
  get moves(): string[] {
    return this.process.lines.filter((line) => line.startsWith('coil'));
  }

  /** Sets a reading of the meter as float32, the high word first. */
  async show(address: number, value: number): Promise<void> {
    const bytes = Buffer.alloc(4);
    bytes.writeFloatBE(value);
    const before = this.process.lines.length;
    this.process.say(`${address} ${bytes.readUInt16BE(0)} ${bytes.readUInt16BE(2)}`);
    await this.process.until((lines) => lines.slice(before).includes(`set ${address}`));
  }

  stop(): Promise<void> {
    return this.process.stop();
  }
}

/** Two ends of a serial line. */
export class SerialLine {
  private constructor(
    private readonly process: LineProcess,
    readonly master: string,
    readonly slave: string,
  ) {}

  static async between(folder: string): Promise<SerialLine> {
    const [master, slave] = [join(folder, 'master'), join(folder, 'slave')];
    const end = (path: string) => `pty,raw,echo=0,link=${path}`;
    const socat = new LineProcess('socat', ['-d', '-d', end(master), end(slave)]);
    await socat.until((_, errors) => errors.includes('starting data transfer loop'));
    return new SerialLine(socat, master, slave);
  }

  stop(): Promise<void> {
    return this.process.stop();
  }
}
