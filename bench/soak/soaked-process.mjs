import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { print, start } from '../support.mjs';

const READY = /ready at http:\/\/127\.0\.0\.1:(\d+)/;
const SAMPLE_MS = 10_000;
/**
 * Upon SIGUSR2 the process collects its garbage and prints the remaining heap, without the machine code that the
 * engine compiles for as long as it finds something to optimize.
 */
const COLLECTS = `
  import { getHeapCodeStatistics, setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('SIGUSR2', () => {
    collect();
    setTimeout(() => {
      collect();
      const { code_and_metadata_size: code } = getHeapCodeStatistics();
      console.log('heap ' + (process.memoryUsage().heapUsed - code) + ' bytes and ' + code + ' of code');
    }, 1000);
  });`;

export const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MB`;

/** A controller, a hub or a collector whose memory and open files are watched. */
export class SoakedProcess {
  /** Resident memory of all samples, bytes. */
  resident = [];

  static async start({ entry, flags }, environment) {
    const collects = `--import=data:text/javascript,${encodeURIComponent(COLLECTS)}`;
    const { child, found } = await start(entry, environment, READY, [...flags, collects]);
    return new SoakedProcess(child, Number(found[1]));
  }

  constructor(child, port) {
    this.child = child;
    this.port = port;
    child.stdout.on('data', () => undefined); // a full pipe would hold its log up
  }

  get residentNow() {
    return this.#memory('VmRSS');
  }
  get peak() {
    return this.#memory('VmHWM');
  }
  get openFiles() {
    return readdirSync(`/proc/${this.child.pid}/fd`).length;
  }

  #memory(name) {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) * 1024;
  }

  heap() {
    return new Promise((resolve) => {
      const read = (chunk) => {
        const found = /heap (\d+) bytes and (\d+) of code/.exec(chunk);
        if (!found) return;
        this.child.stdout.off('data', read);
        const [heap, code] = found.slice(1).map((bytes) => (bytes / 2 ** 20).toFixed(1));
        resolve(`${heap} MB (and code ${code})`);
      };
      this.child.stdout.on('data', read);
      this.child.kill('SIGUSR2');
    });
  }

  /** Samples the memory for so many minutes, and prints it about ten times. */
  async watch(minutes) {
    const every = Math.max(6, Math.round((minutes * 6) / 10));
    const end = performance.now() + minutes * 60_000;
    for (let next = 0; performance.now() < end;) {
      this.resident.push(this.residentNow);
      if (this.resident.length > next) {
        const after = ((this.resident.length - 1) / 6).toFixed(0);
        const more = `${await this.heap()}, ${this.openFiles} open files`;
        print(`  resident after ${after} min; heap after collection`, megabytes(this.resident.at(-1)), more);
        next += every;
      }
      await sleep(SAMPLE_MS);
    }
  }

  /** Stops it as systemd does, or kills it; resolves with its exit code, or with the signal that has ended it. */
  async stop(signal = 'SIGTERM') {
    this.child.removeAllListeners('exit').kill(signal);
    const [code, endedBy] = await once(this.child, 'exit');
    return endedBy ?? code;
  }
}
