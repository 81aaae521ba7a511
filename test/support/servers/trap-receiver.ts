/** Debian's snmptrapd as a separate process that reads traps by the project's MIB file. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTime } from '../time/time-limits.js';
import { removeFolder, temporaryFolder } from '../process/controller-process.js';

export const MIB_FOLDER = join(import.meta.dirname, '../../../docs/mib');
/** The files of the IETF, which Debian does not ship. */
const STANDARD_MIBS = join(import.meta.dirname, '../../../node_modules/net-snmp/lib/mibs');
export const MIB_ARGUMENTS = ['-M', `${MIB_FOLDER}:${STANDARD_MIBS}`, '-m', 'RACKFEED-SYNLINK-MIB'];

export interface TrapUser {
  readonly name: string;
  readonly level: 'noauth' | 'auth' | 'priv';
  /** The parameters of createUser after the name. */
  readonly keys: string;
}

export class TrapReceiver {
  #text = '';
  #waiting: (() => void)[] = [];

  private constructor(
    readonly port: number,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {
    const take = (chunk: Buffer): void => {
      this.#text += chunk.toString();
      for (const wake of this.#waiting.splice(0)) wake();
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
  }

  /** @param engineId of the sender, whose traps it accepts; for informs its own counts, and this is undefined */
  static async start(engineId: Buffer | undefined, users: readonly TrapUser[]): Promise<TrapReceiver> {
    const folder = temporaryFolder();
    const lines = users.flatMap(({ name, level, keys }) => [
      `createUser ${engineId ? `-e 0x${engineId.toString('hex')} ` : ''}${name} ${keys}`,
      `authUser log ${name} ${level}`,
    ]);
    writeFileSync(join(folder, 'snmptrapd.conf'), ['authCommunity log traps', ...lines, ''].join('\n'));
    const port = await freeUdpPort();
    // One trap a line, its variables separated by tabs.
    const child = spawn(
      'snmptrapd',
      [
        '-f',
        '-Lo',
        '-C',
        '-c',
        join(folder, 'snmptrapd.conf'),
        '-F',
        'TRAP\t%v\n',
        ...MIB_ARGUMENTS,
        `udp:127.0.0.1:${port}`,
      ],
      { env: { ...process.env, SNMP_PERSISTENT_DIR: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const receiver = new TrapReceiver(port, child, folder);
    await receiver.#until((text) => text.includes('NET-SNMP version'));
    return receiver;
  }

  /** Its output so far. */
  get text(): string {
    return this.#text;
  }

  /** The variables of the traps so far, as soon as there are this many. */
  async traps(count: number): Promise<string[][]> {
    await this.#until(() => this.#traps.length >= count);
    return this.#traps;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = new Promise((resolve) => this.child.once('close', resolve));
      this.child.kill('SIGKILL');
      await ended;
    }
    removeFolder(this.folder);
  }

  get #traps(): string[][] {
    const lines = this.#text.split('\n').slice(0, -1);
    return lines.filter((line) => line.startsWith('TRAP\t')).map((line) => line.split('\t').slice(1));
  }

  async #until(holds: (text: string) => boolean): Promise<void> {
    while (!holds(this.#text)) {
      const news = new Promise<void>((resolve) => this.#waiting.push(resolve));
      await inTime(news, `After ${JSON.stringify(this.#text.slice(-200))}, more output of snmptrapd`, 20_000);
    }
  }
}

export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return port;
}
