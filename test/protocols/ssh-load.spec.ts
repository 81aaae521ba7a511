/** The SSH shell under clients that are many, silent or slow: they are closed, others sign in, and nothing stays behind. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type * as Ssh2 from 'ssh2';
import { ProtocolServers } from '../../src/protocols/protocol-servers.js';
import type { TcpListener } from '../../src/protocols/tcp-listener.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { collectedMemory } from '../support/process/collected-memory.js';
import { describeWith } from '../support/process/programs.js';
import { ON_LOOPBACK, protocolOn } from '../support/protocols/protocol-on.js';
import { SshClient, SshFolder } from '../support/protocols/ssh-client.js';
import { eventually } from '../support/time/time-limits.js';

const { Client: Library } = createRequire(import.meta.url)('ssh2') as typeof Ssh2;

const MEGABYTE = 2 ** 20;
/** The most that clients may add to the memory; those of this test, in the same process, included. */
const MAX_GROWTH = 10 * MEGABYTE;
const CLIENTS = 200;

let pdu: Pdu;
let admin: Client;
let folder: SshFolder;
let port: number;
let operator: SshClient;
const privateKey = () => readFileSync(folder.key);

describeWith('ssh', 'the SSH shell under load', () => {
  beforeAll(async () => {
    folder = new SshFolder();
    pdu = await aPdu({ env: ON_LOOPBACK });
    admin = await pdu.as('admin');
    port = await protocolOn(pdu, admin, 'ssh');
    await admin.post('/api/users/1/sshKey', { sshKeyName: 'test', sshKey: folder.publicHalf() });
    operator = new SshClient(folder, port, 'admin', { key: folder.key });
    await inARow(8); // what is loaded and compiled once is no growth
  });
  afterAll(async () => {
    await pdu.stop();
    folder.remove();
  });

  const listener = (): TcpListener =>
    pdu.app
      .get(ProtocolServers)
      .all()
      .find(([name]) => name === 'ssh')?.[1] as TcpListener;
  const allClosed = () => eventually(() => listener().size === 0);
  const whoami = async () => (await operator.exec('whoami')).stdout;

  /** Connections of 40 addresses, five each, that send these bytes and then nothing. */
  async function crowd(bytes: Buffer): Promise<{ readonly closed: Promise<unknown>; readonly open: () => number }> {
    const sockets = await Promise.all(
      Array.from({ length: CLIENTS }, (_, count) => aConnection(`127.0.0.${2 + (count % 40)}`)),
    );
    for (const socket of sockets) socket.write(bytes);
    return {
      closed: Promise.all(sockets.map(closing)),
      open: () => sockets.filter(({ closed }) => !closed).length,
    };
  }

  it.each<[string, () => Promise<Buffer>]>([
    ['stay silent', async () => Buffer.alloc(0)],
    ['stop in the middle of the key exchange', () => halfAKeyExchange()],
  ])('closes 200 clients that %s by 15 seconds, while others sign in, with little memory', async (_, bytes) => {
    const before = await collectedMemory();
    const clients = await crowd(await bytes());
    await eventually(() => clients.open() <= 20);
    expect(await whoami()).toBe('admin\n');
    expect(await collectedMemory()).toBeLessThan(before + MAX_GROWTH);
    await pdu.seconds(8);
    expect(clients.open()).toBeGreaterThan(0);
    expect(await whoami()).toBe('admin\n');
    await pdu.seconds(8);
    await clients.closed;
    await allClosed();
    expect(await collectedMemory()).toBeLessThan(before + MAX_GROWTH / 2);
  });

  it('closes a client that no longer reads what it watches, while others sign in, with little memory', async () => {
    const before = await collectedMemory();
    const client = await signedIn();
    const state = { isOpen: true };
    client.once('close', () => (state.isOpen = false));
    // Nobody reads the channel, so that its window of 2 MB is used up at some time.
    await new Promise<void>((resolve, reject) => {
      client.exec('watch 1 help; ver', (error) => (error ? reject(error) : resolve()));
    });
    let largest = 0;
    let seconds = 0;
    for (; state.isOpen && seconds < 1000; seconds++) {
      await pdu.seconds(1);
      if (seconds % 50 === 0) {
        largest = Math.max(largest, await collectedMemory());
        expect(await whoami()).toBe('admin\n');
      }
    }
    expect(state.isOpen).toBe(false);
    expect(largest).toBeLessThan(before + MAX_GROWTH);
    admin = await pdu.as('admin');
    await allClosed();
  });

  it('keeps nothing of a hundred commands in a row, and of eight at a time', async () => {
    const before = await collectedMemory();
    await inARow(100);
    await Promise.all(Array.from({ length: 8 }, () => inARow(5)));
    await allClosed();
    expect(await collectedMemory()).toBeLessThan(before + 2 * MEGABYTE);
    expect((await admin.get('/api/log?kind=controller.fault')).body.entries).toEqual([]);
  });

  it('serves a client of another address while one address has all the places that are left', async () => {
    const own = await Promise.all(Array.from({ length: 8 }, () => aConnection('127.0.0.2')));
    const others = await Promise.all(Array.from({ length: 12 }, (_, count) => aConnection(`127.0.0.${3 + count}`)));
    await eventually(() => listener().size === 20);
    expect(await whoami()).toBe('admin\n');
    await eventually(() => own[0]?.closed === true);
    expect([...own.slice(1), ...others].every(({ closed }) => !closed)).toBe(true);
    for (const each of [...own, ...others]) each.destroy();
    await allClosed();
  });

  async function inARow(count: number): Promise<void> {
    for (let done = 0; done < count; done++) {
      const client = await signedIn();
      const output = await new Promise<string>((resolve, reject) => {
        client.exec('whoami', (error, stream) => {
          if (error) return reject(error);
          let text = '';
          stream.on('data', (data: Buffer) => (text += data.toString()));
          stream.once('close', () => resolve(text));
        });
      });
      expect(output).toBe('admin\n');
      const ended = new Promise<void>((resolve) => client.once('close', () => resolve()));
      client.end();
      await ended;
    }
  }

  function signedIn(): Promise<Ssh2.Client> {
    return new Promise((resolve, reject) => {
      const client = new Library();
      client.once('ready', () => resolve(client));
      client.on('error', reject);
      client.connect({ port, host: '127.0.0.1', username: 'admin', privateKey: privateKey() });
    });
  }

  /** The first bytes of OpenSSH: its greeting, its algorithms, and half of its key. */
  async function halfAKeyExchange(): Promise<Buffer> {
    const sent: Buffer[] = [];
    const relay = createServer((socket) => {
      const server = connect({ port, host: '127.0.0.1' });
      socket.on('data', (data: Buffer) => sent.push(data));
      socket.pipe(server).pipe(socket);
      for (const each of [socket, server]) each.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    const through = new SshClient(folder, (relay.address() as AddressInfo).port, 'admin', { key: folder.key });
    expect((await through.exec('whoami')).stdout).toBe('admin\n');
    relay.close();
    const bytes = Buffer.concat(sent);
    const algorithms = bytes.indexOf('\n') + 1;
    const key = algorithms + 4 + bytes.readUInt32BE(algorithms);
    return bytes.subarray(0, key + 20);
  }

  const aConnection = (localAddress: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      socket.once('connect', () => resolve(socket));
      socket.once('error', reject);
      socket.on('error', () => undefined);
      socket.resume();
    });
});

const closing = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
