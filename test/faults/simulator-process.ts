import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedEvent } from '../support/remote-simulator/command-recorder.js';
import { SIMULATOR_SOCKET } from '../support/remote-simulator/protocol.js';
import type { OnOff } from '../../src/common/units.js';
import type { Restarts } from './restarts.js';

/** A relay that went from one state to the other, by the simulator's own account. */
export interface Move {
  readonly at: number;
  readonly relay: string;
  readonly to: OnOff;
  /** Number of the controller's run that moved it; 0 for one that nobody knows. */
  readonly run: number;
}

/** The simulated PDU as a process that outlives every controller, and the recorder of what they did to it. */
export class RemoteSimulatorProcess {
  readonly #child: ChildProcess;
  readonly #log: string;
  readonly #runOf = new Map<number, number>();
  #read = 0;

  /**
   * @param program the compiled simulator
   * @param folder the controller's data folder
   */
  constructor(program: string, folder: string, log: string) {
    this.#log = log;
    this.#child = spawn(process.execPath, [program, '--socket', join(folder, SIMULATOR_SOCKET), '--log', log], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#child.stdout?.once('data', () => resolve());
      this.#child.once('exit', (code) => reject(new Error(`The simulator ended with ${code}.`)));
    });
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }

  /** The moves since the last call. The simulator writes a move down before it answers the one who asked for it. */
  moves(restarts: Restarts): Move[] {
    const text = readFileSync(this.#log, 'utf8');
    const end = text.lastIndexOf('\n') + 1;
    const lines = text.slice(this.#read, end).split('\n').filter(Boolean);
    this.#read = end;
    const moves: Move[] = [];
    for (const entry of lines.map((line) => JSON.parse(line) as RecordedEvent)) {
      if (entry.event === 'hello') {
        this.#runOf.set(entry.connection, restarts.byPid(entry.pid)?.number ?? 0);
      }
      if (entry.event !== 'moved') continue;
      const { at, relay, to, connection } = entry;
      moves.push({ at, relay, to: to as OnOff, run: this.#runOf.get(connection) ?? 0 });
    }
    return moves;
  }
}
