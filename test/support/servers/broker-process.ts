import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../time/time-limits.js';

/** A broker of the host's packages with its files in a temporary folder, killed and started again on a port of 127.0.0.1. */
export abstract class BrokerProcess {
  readonly folder = mkdtempSync(join(tmpdir(), 'rackfeed-broker-'));
  #process: ChildProcess | undefined;
  #isPaused = false;

  protected constructor(readonly port: number) {}

  /** True unless it was killed, or stands still. */
  get answers(): boolean {
    return this.#process?.exitCode === null && this.#process.signalCode === null && !this.#isPaused;
  }

  protected abstract command(): readonly [program: string, ...argv: string[]];

  /** Resolves when it listens. */
  async run(): Promise<void> {
    const [program, ...argv] = this.command();
    const child = spawn(program, argv, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2000)));
    this.#process = child;
    await eventually(() => {
      if (child.exitCode !== null) throw new Error(`${program} has ended with ${child.exitCode}: ${said}`);
      return isListening(this.port);
    });
  }

  /** Ends it as a crash would. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Makes it stand still, with all its connections. */
  pause(): void {
    this.#isPaused = true;
    this.signal('SIGSTOP');
  }

  resume(): void {
    this.#isPaused = false;
    this.signal('SIGCONT');
  }

  async stop(): Promise<void> {
    this.resume();
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  protected signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  /** Writes a file of its folder; answers its path. */
  protected write(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  }
}

/**
 * Asks the system: a connection would be one of an unknown client, and count as a client for ever at mosquitto 2.0, which
 * counts those that never sign in.
 */
function isListening(port: number): boolean {
  const [address, listening] = [`0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`, '0A'];
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .some((line) => {
      const [, local, , state] = line.trim().split(/\s+/);
      return local === address && state === listening;
    });
}
