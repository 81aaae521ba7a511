import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect as connectTo, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Aedes } from 'aedes';
import { MOSQUITTO_PATH } from '../process/programs.js';
import { freePort } from './free-port.js';

const START_LIMIT = 30_000;

/** An MQTT broker on a free port of 127.0.0.1. */
export interface Broker {
  readonly url: string;
  stop(): Promise<void>;
}

/** The broker inside a small hub. */
export async function startAedes(): Promise<Broker> {
  const broker = await Aedes.createBroker();
  const server = createServer(broker.handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: urlOf((server.address() as AddressInfo).port),
    stop: async () => {
      await new Promise<void>((resolve) => broker.close(resolve));
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const startMosquitto = (): Promise<Broker> =>
  startProgram(MOSQUITTO_PATH, ['-c'], (port) => [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous true',
    'persistence false',
    'log_dest none',
  ]);

/** The MQTT listener of nats-server, which keeps its sessions in JetStream. */
export async function startNatsServer(): Promise<Broker> {
  const ownPort = await freePort();
  return startProgram('nats-server', ['-c'], (port, folder) => [
    `listen: "127.0.0.1:${ownPort}"`,
    'server_name: "rackfeed-test"',
    `jetstream { store_dir: "${folder}" }`,
    `mqtt { listen: "127.0.0.1:${port}" }`,
  ]);
}

const urlOf = (port: number): string => `mqtt://127.0.0.1:${port}`;

/** Runs a program with a configuration file in a temporary folder; resolves when its port accepts connections. */
async function startProgram(
  path: string,
  argv: readonly string[],
  configuration: (port: number, folder: string) => readonly string[],
): Promise<Broker> {
  const folder = mkdtempSync(join(tmpdir(), 'rackfeed-broker-'));
  const port = await freePort();
  const file = join(folder, 'broker.conf');
  writeFileSync(file, `${configuration(port, folder).join('\n')}\n`);
  const program = spawn(path, [...argv, file], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()));
  const kill = (): void => void program.kill('SIGKILL');
  process.once('exit', kill);
  await accepts(port, program);
  return {
    url: urlOf(port),
    stop: async () => {
      process.off('exit', kill);
      kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function accepts(port: number, program: ChildProcess): Promise<void> {
  for (let waited = 0; ; waited += 20) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connectTo(port, '127.0.0.1').once('error', () => resolve(false));
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
    });
    if (isOpen) return;
    if (program.exitCode !== null || waited >= START_LIMIT)
      throw new Error(`The broker did not start on port ${port}.`);
    await after(20);
  }
}
