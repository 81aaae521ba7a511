import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Testimony } from '../../src/hardware/drivers/plant/witness.js';
import type { OnOff } from '../../src/kernel/units.js';
import type { Lives } from './lives.js';

/** The built tree to kill, where it is not dist/. */
const DIST = process.env['FAULT_DIST'] ?? join(import.meta.dirname, '../../dist');
const PROGRAM = join(DIST, 'hardware/drivers/plant/plant-program.js');

/** A relay that went from one state to the other, by the plant's own account. */
export interface Move {
  readonly at: number;
  readonly relay: string;
  readonly to: OnOff;
  /** Number of the controller's life that moved it; 0 for one that nobody knows. */
  readonly life: number;
}

/** The simulated PDU as a process that outlives every controller, and the witness of what they did to it. */
export class PlantProcess {
  readonly #child: ChildProcess;
  readonly #log: string;
  readonly #lifeOf = new Map<number, number>();
  #read = 0;

  /** @param folder the controller's data folder */
  constructor(folder: string, log: string) {
    this.#log = log;
    this.#child = spawn(process.execPath, [PROGRAM, '--socket', join(folder, 'plant.sock'), '--log', log], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#child.stdout?.once('data', () => resolve());
      this.#child.once('exit', (code) => reject(new Error(`The plant ended with ${code}.`)));
    });
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }

  /** What has moved since it was last asked. The plant writes a move down before it answers the one who asked for it. */
  moves(lives: Lives): Move[] {
    const text = readFileSync(this.#log, 'utf8');
    const end = text.lastIndexOf('\n') + 1;
    const lines = text.slice(this.#read, end).split('\n').filter(Boolean);
    this.#read = end;
    const moves: Move[] = [];
    for (const testimony of lines.map((line) => JSON.parse(line) as Testimony)) {
      if (testimony.event === 'hello') {
        this.#lifeOf.set(testimony.connection, lives.ofPid(testimony.pid)?.number ?? 0);
      }
      if (testimony.event !== 'moved') continue;
      const { at, relay, to, connection } = testimony;
      moves.push({ at, relay, to: to as OnOff, life: this.#lifeOf.get(connection) ?? 0 });
    }
    return moves;
  }
}
